/** A legal page as text: numbered sections of paragraphs and lists, written for the operator of the site. */
import type { ShownBrand } from '#contract/site/brand.ts';

export interface LegalSection {
  /** Address of the section within its page. */
  id: string;
  title: string;
  /** A list of texts is shown as a list, a text as a paragraph. */
  blocks: readonly (string | readonly string[])[];
}

export interface LegalText {
  title: string;
  description: string;
  /** `Last updated` or `Effective`, with its date. */
  dated: string;
  /** What it says, in two sentences. */
  summary: string;
  sections: (brand: ShownBrand) => readonly LegalSection[];
}
