// Storage that fails is told in words and tried again, never passed over (rule 7); so is the watch on what is stored.

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

/** The trouble behind an error of Dexie's or the browser's; null when it is no matter of storage. */
export function troubleOf(error: unknown): StorageTrouble | null {
  if (!(error instanceof Object)) return null;
  if (error instanceof StorageTrouble) return error;
  // An opening or a transaction that failed for want of space says so one level below.
  const deeper =
    ('inner' in error ? troubleOf(error.inner) : null) ??
    // So does an update, or a write of many rows, which has no name of its own.
    ('failures' in error && Array.isArray(error.failures) ? troubleOf(error.failures[0]) : null);
  if (deeper) return deeper;
  const name = 'name' in error && typeof error.name === 'string' ? error.name : '';
  // As Chromium says it where somebody has switched storage off for a site.
  const kind = /denied permission/.test(String(error)) ? 'unavailable' : kindsByName[name];
  return kind ? new StorageTrouble(kind, error) : null;
}

/** Reports each reopening of the database: what followed the old connection may wait for it in vain. */
export const mended = new EventTarget();

/**
 * Uses the database, after everything begun earlier: on a full disk, work already under way when another write failed
 * would land behind the torn record (decision 82). A connection that broke under the app is reopened, once, behind a
 * fresh log. The work must be one transaction that may safely be begun twice, and must not wait for another such.
 * @throws StorageTrouble
 */
export function withStorage<T>(db: LocalDb, act: () => Promise<T>): Promise<T> {
  return inTurn(db, () => doOrMend(db, act));
}

/** One that the browser never answers, as after it closed a database under its page, must not keep the others waiting for ever. */
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
    // The word that the browser has closed the database may come later than this.
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

/** A commit that the browser could not carry out, which it has no better word for. */
const isRefusal = (cause: unknown): boolean =>
  cause instanceof Object &&
  'name' in cause &&
  (cause.name === 'UnknownError' || cause.name === 'AbortError');

/** For a page that doesn't know how the one before it ended. @throws what mendLog throws */
export async function mendStorage(db: LocalDb): Promise<void> {
  await inTurn(db, () => mendLog(db));
}

/**
 * @returns false when there is no room for it
 * @throws what refused it; then the log may be torn again
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

// Follows what is on disk, whichever tab wrote it, and doesn't lose sight of it when the connection breaks.

/** A watch that broke ends: without a new one the screen would no longer follow the disk. */
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
  // Dexie tells nobody that a connection was closed, or a look cut off by that, as if it were opened again at once: on a
  // full disk it isn't.
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
