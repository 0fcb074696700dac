/**
 * Who runs the site, for every page: what was built in, at once and without a network; what the
 * administrator has set stands over it once it was heard, and from the next visit on from the start.
 */
import type { ShownBrand } from '#contract/site/brand.ts';
import { brand } from '#web/brand.ts';
import { readLocal, writeLocal } from './local-keys.ts';

const { name, line, address, city, state, phone, email, gstin, links } = brand;
/** In the order of the schema, as each other is, so that as text it is what the server answers while it holds. */
export const builtIn: ShownBrand = {
  ...{ name, line, address: [...address], city, state },
  ...{ phone, email, gstin, links },
};
const listeners = new Set<() => void>();
/** What this page was made with, and its first render must say. */
let made = builtIn;
let known = builtIn;
let kept: { key: 'brand' | 'examBrand'; query: string } = { key: 'brand', query: '' };

/** Name of the element of a ready page that says who runs the site, where that is not who was built in. */
export const READY_BRAND = 'ready-brand';

/** Before a page is made with it, or one that was comes to life. */
export function takeUpBrand(brand: ShownBrand): void {
  made = brand;
  known = brand;
}

/** Another name or address from now on, here and on the next visit. */
export function showBrand(fresh: ShownBrand): void {
  const text = JSON.stringify(fresh);
  if (text === JSON.stringify(known)) return;
  known = fresh;
  writeLocal(kept.key, text);
  for (const listener of listeners) listener();
}

/**
 * Shows what was heard last time, unless the page says something newer, and asks once the page stands; a failure leaves what
 * is known. A page that came ready asks without what only the exam shows: redrawing it as it comes alive would lose what is being typed.
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

/** @returns the server's word, or null where there is none */
async function askForBrand(): Promise<string | null> {
  const answer = await fetch(`/api/v1/settings/brand${kept.query}`).catch(() => null);
  return answer?.ok ? answer.text() : null;
}

/** Whether this page must be drawn with other words than it was made with. */
export async function isOtherBrandSet(): Promise<boolean> {
  const text = await askForBrand();
  return text !== null && text !== JSON.stringify(made);
}

/** The parser is fetched by those alone who have something to parse. */
async function readBrand(text: string): Promise<void> {
  const { parseBrand } = await import('./brand-record.ts');
  const fresh = parseBrand(text);
  if (fresh) showBrand(fresh);
}

export const knownBrand = () => known;
export const madeBrand = () => made;

/** Calls back when the administrator's words arrive. @returns how to stop */
export function onBrandChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
