/**
 * Who runs the site, for every page: what was built in, at once and without a network; what the
 * administrator has set stands over it once it was heard, and from the next visit on from the start.
 */
import { useSyncExternalStore } from 'react';
import type { ShownBrand } from '#contract/desk/settings.ts';
import { brand } from '#web/brand.ts';
import { readLocal, writeLocal } from './local-keys.ts';

const { name, line, address, city, state, phone, email, gstin, links } = brand;
/** In the order of the schema, so that as text it is what the server answers while nobody has set anything. */
export const builtIn: ShownBrand = {
  ...{ name, line, address: [...address], city, state },
  ...{ phone, email, gstin, links },
};
const UNSET = JSON.stringify(builtIn);
const listeners = new Set<() => void>();
let known = builtIn;
let kept: { key: 'brand' | 'examBrand'; query: string } = { key: 'brand', query: '' };

/** Another name or address from now on, here and on the next visit. */
export function showBrand(fresh: ShownBrand): void {
  const text = JSON.stringify(fresh);
  if (text === JSON.stringify(known)) return;
  known = fresh;
  writeLocal(kept.key, text);
  for (const listener of listeners) listener();
}

/**
 * Shows what was heard last time, and asks once the page stands; a failure leaves what is known. A page that came ready
 * asks without what only the exam shows: to draw it anew while it comes alive would lose what is being typed.
 */
export function refreshBrandWhenIdle(page: 'site' | 'exam' = 'site'): void {
  if (page === 'exam') kept = { key: 'examBrand', query: '?of=exam' };
  const text = readLocal(kept.key);
  if (text !== null) readBrand(text).catch(() => {});
  const refresh = () => {
    if (navigator.onLine) askForBrand().catch(() => {});
  };
  if (document.readyState === 'complete') refresh();
  else addEventListener('load', refresh, { once: true });
}

async function askForBrand(): Promise<void> {
  const answer = await fetch(`/api/v1/settings/brand${kept.query}`);
  const text = await answer.text();
  if (answer.ok && (text !== UNSET || known !== builtIn)) await readBrand(text);
}

/** The parser is fetched by those alone who have something to parse. */
async function readBrand(text: string): Promise<void> {
  const { parseBrand } = await import('./brand-record.ts');
  const fresh = parseBrand(text);
  if (fresh) showBrand(fresh);
}

/** Renders again when the administrator's words arrive. */
export function useBrand(): ShownBrand {
  return useSyncExternalStore(
    subscribe,
    () => known,
    () => builtIn,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `tel:` wants digits alone. */
export function telHref(phone: string): string {
  return `tel:${phone.replaceAll(' ', '')}`;
}
