/** Who runs the site, for every page. */
import { useSyncExternalStore } from 'react';
import type { ShownBrand } from '#contract/site/brand.ts';
import { knownBrand, madeBrand, onBrandChange } from './known-brand.ts';

/** Renders again when the administrator's settings arrive. */
export function useBrand(): ShownBrand {
  return useSyncExternalStore(onBrandChange, knownBrand, madeBrand);
}

/** `tel:` allows no spaces. */
export function telHref(phone: string): string {
  return `tel:${phone.replaceAll(' ', '')}`;
}
