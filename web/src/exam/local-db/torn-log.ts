// Chromium on a disk that was full: the record that it could not write whole stays in the log of LevelDB, which all
// databases of this site share, and the next ones go behind it. At its next start it can't read that log, and throws away
// all of it, though it was called saved (decision 82). A log that has grown is replaced by a fresh one: so it is made to grow.
import Dexie from 'dexie';
import { inTime } from '#web/pwa/in-time.ts';
import { isSittingNoted } from '#web/pwa/is-sitting-noted.ts';

const NAME = 'pariksha-room';
/** What is larger goes into a file of its own, past the log. */
const ROW_BYTES = 60_000;
/** A log is replaced at 4 MB. */
const ROWS = 80;
/** In the log, and in the table that LevelDB makes of it. */
const ROOM_BYTES = 2 * ROWS * ROW_BYTES;
/** What is less is called full. */
const LEAST_BYTES = 1_000_000;

/** @returns false when there is no room for it: then the log is as it was, and can be read as long as nobody writes */
export async function leaveTornLog(): Promise<boolean> {
  if (typeof caches === 'undefined') return true;
  if (!(await hasRoom(ROOM_BYTES))) return false;
  const room = new Dexie(NAME, { chromeTransactionDurability: 'strict' });
  room.version(1).stores({ rows: '++' });
  // Which can't be packed.
  const noise = crypto.getRandomValues(new Uint8Array(ROW_BYTES));
  try {
    await room.table('rows').bulkAdd(Array.from({ length: ROWS }, () => noise));
  } finally {
    await room.delete();
  }
  return true;
}

/**
 * Whether a page that is opened in mid-exam finds a disk so full that the one before it may have ended by that. Opening the
 * database would write to it.
 */
export async function mayBeTorn(): Promise<boolean> {
  if (typeof caches === 'undefined') return false;
  const isNoted = await isSittingNoted().catch(isNoRoom);
  return isNoted && !(await hasRoom(LEAST_BYTES));
}

/** Asked where a write that fails tears nothing. */
async function hasRoom(bytes: number): Promise<boolean> {
  try {
    const body = new Uint8Array(bytes);
    await inTime(caches.open(NAME).then((cache) => cache.put(`/${NAME}`, new Response(body))));
    return true;
  } catch (error) {
    return !isNoRoom(error);
  } finally {
    await inTime(caches.delete(NAME)).catch(() => {});
  }
}

/** Chromium's word for a full disk; a browser that allows no caches at all says nothing of room. */
const isNoRoom = (error: unknown): boolean =>
  error instanceof DOMException && ['QuotaExceededError', 'UnknownError'].includes(error.name);
