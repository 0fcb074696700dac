/**
 * A note that a sitting is unfinished, for those who can't look into the local database: the service worker,
 * and public pages, which would have to load it first. The sitting's own code writes the note before a
 * sitting starts, again whenever it finds one unfinished, and takes it away once the receipt is stored.
 */
import { inTime } from './in-time.ts';
import { findNote, NOTE, NOTES } from './is-sitting-noted.ts';

/** What the note says: without a body, which Chromium would still be reading when the page dies (in-time.ts). */
const HEADER = 'x-sitting';

/** `submitted`: on this phone, and no receipt yet; its time runs no more. */
export type SittingNote = 'under-way' | 'submitted';

/**
 * One after the other, in whichever tab: of two at once the browser refuses one, or the earlier one stays. Browsers before
 * 2022 have no locks.
 */
export function noteSitting(note: SittingNote | null): Promise<void> {
  const { locks }: { locks?: Pick<LockManager, 'request'> } = navigator;
  const inTurn = () => inTime(write(note));
  return locks ? locks.request(NOTES, inTurn) : inTurn();
}

async function write(note: SittingNote | null): Promise<void> {
  const cache = await caches.open(NOTES);
  if (note) await cache.put(NOTE, new Response(null, { headers: { [HEADER]: note } }));
  else await cache.delete(NOTE);
}

/** @throws when the caches refuse, or don't answer in time */
export async function readSittingNote(): Promise<SittingNote | null> {
  const noted = await findNote();
  if (!noted) return null;
  // The version before this one wrote it as a body.
  const said = noted.headers.get(HEADER) ?? (await noted.text());
  return said === 'submitted' ? 'submitted' : 'under-way';
}
