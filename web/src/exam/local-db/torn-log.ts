// On a full disk, Chromium leaves a half-written record in LevelDB's log, which all databases of this site share, and
// writes the next records behind it. At its next start it can't read that log and throws away all of it, although the
// writes were reported as saved (decision 82). LevelDB replaces a log that has grown large by a fresh one, so the code
// here makes it grow.
import Dexie from 'dexie';
import { inTime } from '#web/pwa/in-time.ts';
import { isSittingNoted } from '#web/pwa/is-sitting-noted.ts';

const NAME = 'pariksha-room';
/** A larger row goes into a file of its own, past the log. */
const ROW_BYTES = 60_000;
/** Enough to pass 4 MB, at which LevelDB replaces a log. */
const ROWS = 80;
/** The rows take space twice: in the log, and in the table that LevelDB makes of it. */
const ROOM_BYTES = 2 * ROWS * ROW_BYTES;
/** A disk with less free space than this counts as full. */
const LEAST_BYTES = 1_000_000;

/**
 * @returns false when there is no room for a fresh log: then the old one is as it was, and can be read as long as
 *   nobody writes
 */
export async function leaveTornLog(): Promise<boolean> {
  if (typeof caches === 'undefined') return true;
  if (!(await hasRoom(ROOM_BYTES))) return false;
  const room = new Dexie(NAME, { chromeTransactionDurability: 'strict' });
  room.version(1).stores({ rows: '++' });
  // Random bytes, because LevelDB compresses what it can.
  const noise = crypto.getRandomValues(new Uint8Array(ROW_BYTES));
  try {
    await room.table('rows').bulkAdd(Array.from({ length: ROWS }, () => noise));
  } finally {
    await room.delete();
  }
  return true;
}

/**
 * True when a page opened in mid-exam finds the disk so full that the previous page may have ended because of it.
 * Doesn't open the database, because opening would write to it.
 */
export async function mayBeTorn(): Promise<boolean> {
  if (typeof caches === 'undefined') return false;
  const isNoted = await isSittingNoted().catch(isNoRoom);
  return isNoted && !(await hasRoom(LEAST_BYTES));
}

/** Tries it in Cache Storage, where a failed write tears nothing. */
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

/**
 * True for the errors by which Chromium reports a full disk. A browser that allows no caches at all throws other
 * errors, which say nothing about space.
 */
const isNoRoom = (error: unknown): boolean =>
  error instanceof DOMException && ['QuotaExceededError', 'UnknownError'].includes(error.name);
