/** The administrator's words on who runs the site, parsed; fetched only where there are any. */
import * as z from 'zod/mini';
import { type ShownBrand, shownBrandSchema } from '#contract/site/brand.ts';

/** @returns null for what is not such a record */
export function parseBrand(text: string): ShownBrand | null {
  try {
    const parsed = z.safeParse(shownBrandSchema, JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
