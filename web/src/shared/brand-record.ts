/** Parses the administrator's settings for who runs the site; loaded only when there are any. */
import * as z from 'zod/mini';
import { type ShownBrand, shownBrandSchema } from '#contract/site/brand.ts';

/** @returns null when the text is not such a record */
export function parseBrand(text: string): ShownBrand | null {
  try {
    const parsed = z.safeParse(shownBrandSchema, JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
