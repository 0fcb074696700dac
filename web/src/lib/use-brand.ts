/**
 * Who runs the site, for every page: what was built in, at once and without a network; what the
 * administrator has set stands over it once it was heard, and from the next visit on from the start.
 */
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { type Brand, brandSchema } from '#contract/settings.ts';
import { brand } from '#web/brand.ts';
import { api } from './http.ts';
import { readLocal, writeLocal } from './local-keys.ts';

const builtIn: Brand = { ...brand, address: [...brand.address] };
const listeners = new Set<() => void>();
let known: Brand | null = null;

function readKnown(): Brand {
  known ??= readKept() ?? builtIn;
  return known;
}

function readKept(): Brand | null {
  try {
    const kept = z.safeParse(brandSchema, JSON.parse(readLocal('brand') ?? 'null'));
    return kept.success ? kept.data : null;
  } catch {
    return null;
  }
}

/** Another name or address from now on, here and on the next visit. */
export function showBrand(fresh: Brand): void {
  const text = JSON.stringify(fresh);
  if (text === JSON.stringify(readKnown())) return;
  known = fresh;
  writeLocal('brand', text);
  for (const listener of listeners) listener();
}

/** Asks once the page stands; a failure leaves what is known. */
export function refreshBrandWhenIdle(): void {
  const refresh = () => {
    if (navigator.onLine)
      api.get('settings/brand', brandSchema, { auth: false }).then(showBrand, () => {});
  };
  if (document.readyState === 'complete') refresh();
  else addEventListener('load', refresh, { once: true });
}

/** Renders again when the administrator's words arrive. */
export function useBrand(): Brand {
  return useSyncExternalStore(subscribe, readKnown, () => builtIn);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `tel:` wants digits alone. */
export function telHref(phone: string): string {
  return `tel:${phone.replaceAll(' ', '')}`;
}
