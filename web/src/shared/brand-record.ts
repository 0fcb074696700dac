/** The administrator's words on who runs the site, parsed; fetched only where there are any. */
import * as z from 'zod/mini';
import { type ShownBrand, shownBrandSchema } from '#contract/desk/settings.ts';
import { takeUpBrand } from './known-brand.ts';

/** Name of the element of a ready page that says who runs the site, where that is not who was built in. */
export const READY_BRAND = 'ready-brand';

/** @returns null for what is not such a record */
export function parseBrand(text: string): ShownBrand | null {
  try {
    const parsed = z.safeParse(shownBrandSchema, JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Of a ready page, before it comes to life. */
export function takeUpReadyBrand(): void {
  const brand = parseBrand(document.getElementById(READY_BRAND)?.textContent ?? '');
  if (brand) takeUpBrand(brand);
}
