/**
 * Keeps for offline what the page of a first visit came with before there was a service worker to keep it.
 * The browser has these files, but for the styles of ready-made HTML: it carries them in itself.
 */
import { isAsset, VISITED_CACHE } from './visited.ts';
import { whenKept } from './when-kept.ts';

export async function keepVisited(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  if (navigator.serviceWorker.controller) return;
  await whenKept();
  const cache = await caches.open(VISITED_CACHE);
  const fetched = performance.getEntriesByType('resource').map(({ name }) => name);
  const sheets = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]');
  const came = new Set([...fetched, ...Array.from(sheets, ({ href }) => href)]);
  for (const address of came) {
    if (!isAsset(address, location.origin) || (await caches.match(address))) continue;
    await cache.add(address);
  }
}
