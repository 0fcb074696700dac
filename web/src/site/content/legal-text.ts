/** A legal page as text: numbered sections of paragraphs and lists, written for the operator of the site. */
import type { ShownBrand } from '#contract/site/brand.ts';

export interface LegalSection {
  /** Address of the section within its page. */
  id: string;
  title: string;
  /** A string is shown as a paragraph, a list of strings as a list. */
  blocks: readonly (string | readonly string[])[];
}

export interface LegalText {
  title: string;
  description: string;
  /** `Last updated` or `Effective`, with its date. */
  dated: string;
  /** What the text says, in two or three sentences. */
  summary: string;
  sections: (brand: ShownBrand) => readonly LegalSection[];
}
