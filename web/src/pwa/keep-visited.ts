/**
 * Keeps for offline what the page of a first visit fetched before there was a service worker to keep it.
 * The browser has these files; nothing is fetched twice.
 */
import { isAsset, VISITED_CACHE } from './visited.ts';

export async function keepVisited(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  if (navigator.serviceWorker.controller) return;
  await navigator.serviceWorker.ready;
  const cache = await caches.open(VISITED_CACHE);
  const fetched = performance.getEntriesByType('resource').map(({ name }) => name);
  for (const address of fetched.filter((name) => isAsset(name, location.origin))) {
    if (!(await caches.match(address))) await cache.add(address);
  }
}
