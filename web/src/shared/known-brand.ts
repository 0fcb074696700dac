/**
 * Who runs the site, for every page. At first, and without a network, it is what was built in. What the administrator
 * has set replaces it once the server has told it, and from the next visit on from the start.
 */
import type { ShownBrand } from '#contract/site/brand.ts';
import { brand } from '#web/brand.ts';
import { readLocal, writeLocal } from './local-keys.ts';

const { name, line, address, city, state, phone, email, gstin, links } = brand;
/** In the order of the schema, like every ShownBrand: while it holds, its JSON text equals what the server replies. */
export const builtIn: ShownBrand = {
  ...{ name, line, address: [...address], city, state },
  ...{ phone, email, gstin, links },
};
const listeners = new Set<() => void>();
/** What this page was rendered with; the first render in the browser must show the same. */
let made = builtIn;
let known = builtIn;
let kept: { key: 'brand' | 'examBrand'; query: string } = { key: 'brand', query: '' };

/** Id of the element in a ready page that says who runs the site, when that differs from what was built in. */
export const READY_BRAND = 'ready-brand';

/** Called before a page is rendered with this brand, or before a page that was comes to life. */
export function takeUpBrand(brand: ShownBrand): void {
  made = brand;
  known = brand;
}

/** Shows another name or address from now on, here and on the next visit. */
export function showBrand(fresh: ShownBrand): void {
  const text = JSON.stringify(fresh);
  if (text === JSON.stringify(known)) return;
  known = fresh;
  writeLocal(kept.key, text);
  for (const listener of listeners) listener();
}

/**
 * Shows what the server told last time, unless the page already shows something newer, and asks again once the page has
 * loaded; when that fails, nothing changes. A site page doesn't ask for what only the exam shows: drawing a ready page
 * again as it comes to life would lose what is being typed.
 */
export function refreshBrandWhenIdle(page: 'site' | 'exam' = 'site'): void {
  if (page === 'exam') kept = { key: 'examBrand', query: '?of=exam' };
  const text = readLocal(kept.key);
  if (text !== null && made === builtIn) readBrand(text).catch(() => {});
  const refresh = async () => {
    const fresh = navigator.onLine ? await askForBrand() : null;
    if (fresh && fresh !== JSON.stringify(known)) await readBrand(fresh);
  };
  const refreshed = () => void refresh().catch(() => {});
  if (document.readyState === 'complete') refreshed();
  else addEventListener('load', refreshed, { once: true });
}

/** @returns the server's reply as text, or null when there is none */
async function askForBrand(): Promise<string | null> {
  const answer = await fetch(`/api/v1/settings/brand${kept.query}`).catch(() => null);
  return answer?.ok ? answer.text() : null;
}

/** Whether this page must be drawn with another brand than it was rendered with. */
export async function isOtherBrandSet(): Promise<boolean> {
  const text = await askForBrand();
  return text !== null && text !== JSON.stringify(made);
}

/** The parser is loaded only when there is something to parse. */
async function readBrand(text: string): Promise<void> {
  const { parseBrand } = await import('./brand-record.ts');
  const fresh = parseBrand(text);
  if (fresh) showBrand(fresh);
}

export const knownBrand = () => known;
export const madeBrand = () => made;

/** Calls back when the administrator's settings arrive. @returns how to stop */
export function onBrandChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
