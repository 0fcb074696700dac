/**
 * A note that a sitting is unfinished, for code that can't read the local database: the service worker, and public
 * pages, which would have to load the database first. The sitting's own code writes the note before a sitting starts,
 * writes it again whenever it finds a sitting unfinished, and deletes it once the receipt is stored.
 */
import { inTime } from './in-time.ts';
import { findNote, NOTE, NOTES } from './is-sitting-noted.ts';

/**
 * The header with what the note says. The note has no body, because Chromium would still be reading it when the page
 * dies (in-time.ts).
 */
const HEADER = 'x-sitting';

/** `submitted`: on this phone, with no receipt yet; its time is no longer running. */
export type SittingNote = 'under-way' | 'submitted';

/**
 * Writes notes one after the other, whichever tab they come from: of two at once, the browser refuses one, or the
 * earlier one stays. Browsers before 2022 have no locks.
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
  // An earlier version of the app wrote it into the body.
  const said = noted.headers.get(HEADER) ?? (await noted.text());
  return said === 'submitted' ? 'submitted' : 'under-way';
}
