// When storage fails, the candidate is told in words and the write is tried again; a failure is never ignored (rule 7).
// The same holds for watching what is stored.

import { liveQuery } from 'dexie';
import type { LocalDb } from './database.ts';
import { leaveTornLog } from './torn-log.ts';

type TroubleKind = 'full' | 'unavailable' | 'lost' | 'gone' | 'damaged';

const sentences: Record<TroubleKind, string> = {
  full: 'This phone is full. Please delete some photos or apps, then try again.',
  unavailable:
    'This browser won’t save anything on the phone. Please leave private mode, allow cookies for this site, or use Chrome.',
  lost: 'This phone’s storage has stopped responding. If the phone is nearly full, please delete some photos or apps, then try again. If that doesn’t help, close the app and open it again.',
  gone: 'This phone’s storage was cleared, so your exam is no longer on it. Everything the exam server received is safe. Please connect to mobile data or Wi‑Fi, open the exam again, and sign in if asked.',
  damaged: 'We couldn’t read something saved on this phone. Please call the proctor.',
};

export class StorageTrouble extends Error {
  override readonly name = 'StorageTrouble';
  readonly kind: TroubleKind;
  constructor(kind: TroubleKind, cause: unknown) {
    super(sentences[kind], { cause });
    this.kind = kind;
  }
}

const kindsByName: Record<string, TroubleKind> = {
  QuotaExceededError: 'full',
  MissingAPIError: 'unavailable',
  SecurityError: 'unavailable',
  DatabaseClosedError: 'lost',
  OpenFailedError: 'unavailable',
  InvalidStateError: 'lost',
  UnknownError: 'lost',
  AbortError: 'lost',
  TimeoutError: 'lost',
  $ZodError: 'damaged',
};

/** The storage trouble behind an error of Dexie or the browser; null when the error has nothing to do with storage. */
export function troubleOf(error: unknown): StorageTrouble | null {
  if (!(error instanceof Object)) return null;
  if (error instanceof StorageTrouble) return error;
  // When opening or a transaction failed for lack of space, the inner error says so.
  const deeper =
    ('inner' in error ? troubleOf(error.inner) : null) ??
    // The error of an update, or of a write of many rows, has no telling name; the reason is among its `failures`.
    ('failures' in error && Array.isArray(error.failures) ? troubleOf(error.failures[0]) : null);
  if (deeper) return deeper;
  const name = 'name' in error && typeof error.name === 'string' ? error.name : '';
  // Chromium's words when somebody has switched off storage for a site.
  const kind = /denied permission/.test(String(error)) ? 'unavailable' : kindsByName[name];
  return kind ? new StorageTrouble(kind, error) : null;
}

/** Fires each time the database is reopened: whatever watched the old connection may wait in vain. */
export const mended = new EventTarget();

/**
 * Uses the database once everything begun earlier is done: on a full disk, work already under way when another write
 * failed would land behind the torn record (decision 82). A connection that broke is reopened once, behind a fresh log.
 * The work must be one transaction that is safe to begin twice, and must not itself wait for another `withStorage`.
 * @throws StorageTrouble
 */
export function withStorage<T>(db: LocalDb, act: () => Promise<T>): Promise<T> {
  return inTurn(db, () => doOrMend(db, act));
}

/**
 * Work that the browser never answers, as after it closed a database under its page, must not block the rest for longer
 * than this.
 */
const LONGEST_TURN_MS = 15_000;

function inTurn<T>(db: LocalDb, act: () => Promise<T>): Promise<T> {
  const done = db.lastAct.then(act);
  db.lastAct = db.lastAct.then(
    () =>
      new Promise<void>((over) => {
        const timer = setTimeout(over, LONGEST_TURN_MS);
        const end = () => {
          clearTimeout(timer);
          over();
        };
        done.then(end, end);
      }),
  );
  return done;
}

async function doOrMend<T>(db: LocalDb, act: () => Promise<T>): Promise<T> {
  try {
    if (!db.isTorn) return await act();
  } catch (error) {
    const trouble = troubleOf(error);
    if (trouble?.kind !== 'lost') throw trouble ?? error;
    // The event by which the browser says that it closed the database may come later than this error.
    db.isTorn ||= isRefusal(trouble.cause);
  }
  try {
    db.close();
    if (db.isTorn && !(await mendLog(db))) throw new StorageTrouble('full', null);
    await db.open();
    const done = await act();
    mended.dispatchEvent(new Event('mended'));
    return done;
  } catch (error) {
    throw troubleOf(error) ?? error;
  }
}

/** True for the errors that a browser gives when it couldn't commit; it has no more precise name for that. */
const isRefusal = (cause: unknown): boolean =>
  cause instanceof Object &&
  'name' in cause &&
  (cause.name === 'UnknownError' || cause.name === 'AbortError');

/** For a page that doesn't know how the previous page ended. @throws what mendLog throws */
export async function mendStorage(db: LocalDb): Promise<void> {
  await inTurn(db, () => mendLog(db));
}

/**
 * @returns false when there is no room for a fresh log
 * @throws the storage error; the log may then be torn again
 */
async function mendLog(db: LocalDb): Promise<boolean> {
  try {
    const isFresh = await leaveTornLog();
    if (isFresh) db.isTorn = false;
    return isFresh;
  } catch (error) {
    db.isTorn = true;
    throw error;
  }
}

// Watches what is on disk, whichever tab wrote it, and goes on watching when the connection breaks.

/** Milliseconds until a watch that broke is begun again; without that, the screen would no longer follow the disk. */
const AGAIN_MS = 1_000;

/** @returns how to stop */
export function watch<T>(
  query: () => Promise<T>,
  next: (value: T) => void,
  failed: (error: unknown) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = 0;
  let over = false;
  // When a connection was closed, or a query was cut off by that, Dexie reports nothing, as if the connection were
  // reopened at once; on a full disk it isn't.
  const ask = async () => {
    try {
      const value = await query();
      closed = 0;
      return value;
    } catch (error) {
      const name = error instanceof Error && error.name;
      if (name === 'DatabaseClosedError') closed += 1;
      if (closed === 2) failed(troubleOf(error));
      clearTimeout(timer);
      if (!over) timer = setTimeout(again, AGAIN_MS);
      throw error;
    }
  };
  const begin = () =>
    liveQuery(ask).subscribe({
      next,
      error: (error: unknown) => failed(troubleOf(error) ?? error),
    });
  let watched = begin();
  const stop = () => {
    clearTimeout(timer);
    watched.unsubscribe();
  };
  const again = () => {
    stop();
    watched = begin();
  };
  mended.addEventListener('mended', again);
  return () => {
    over = true;
    mended.removeEventListener('mended', again);
    stop();
  };
}
