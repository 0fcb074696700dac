/**
 * A note for the service worker, which can't ask the page: whether a sitting is under way. The truth is in
 * the local database; pages copy it here when they open and when a sitting starts or is received.
 */
const CACHE = 'sitting-note';
const KEY = '/sitting-under-way';

export async function noteSittingUnderWay(underWay: boolean): Promise<void> {
  const cache = await caches.open(CACHE);
  if (underWay) await cache.put(KEY, new Response('yes'));
  else await cache.delete(KEY);
}

export async function isSittingNoted(): Promise<boolean> {
  return (await caches.match(KEY, { cacheName: CACHE })) !== undefined;
}
