/**
 * A note that a sitting is unfinished, for those who can't look into the local database: the service worker,
 * and public pages, which would have to load it first. The sitting's own code writes the note before a
 * sitting starts, again whenever it finds one unfinished, and takes it away once the receipt is stored.
 */
const CACHE = 'sitting-note';
const KEY = '/sitting-under-way';

/** `submitted`: on this phone, and no receipt yet; its time runs no more. */
export type SittingNote = 'under-way' | 'submitted';

/**
 * One after the other, in whichever tab: of two at once the browser refuses one, or the earlier one stays. Browsers before
 * 2022 have no locks.
 */
export function noteSitting(note: SittingNote | null): Promise<void> {
  const { locks }: { locks?: Pick<LockManager, 'request'> } = navigator;
  return locks ? locks.request(CACHE, () => write(note)) : write(note);
}

async function write(note: SittingNote | null): Promise<void> {
  const cache = await caches.open(CACHE);
  if (note) await cache.put(KEY, new Response(note));
  else await cache.delete(KEY);
}

export async function readSittingNote(): Promise<SittingNote | null> {
  const noted = await caches.match(KEY, { cacheName: CACHE });
  if (!noted) return null;
  return (await noted.text()) === 'submitted' ? 'submitted' : 'under-way';
}

export async function isSittingNoted(): Promise<boolean> {
  return (await readSittingNote()) !== null;
}
