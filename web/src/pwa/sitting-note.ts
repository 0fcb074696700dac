/**
 * A note that a sitting is under way, for those who can't look into the local database: the service worker,
 * and public pages, which would have to load it first. The sitting's own code writes the note before a
 * sitting starts, again whenever it finds one unfinished, and takes it away once the receipt is stored.
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
