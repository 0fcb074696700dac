// Keeps photographs of candidates on this phone, so that check-in works without a network, too: until the candidate's
// exam is over, at most as many as a hall holds, at most two days, and not beyond the session
// (web/src/app/site-app.tsx).
import { liveQuery } from 'dexie';
import type { BoardRow } from '#contract/hall/board.ts';
import type { Photo } from '#contract/site/photo.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { tokenOf } from '#web/shared/session.ts';
import type { HallDb } from './hall-db.ts';

/** At the largest size, 40 KB, they take 27 MB as base64; mostly they take half of that. */
const MOST_PHOTOS = 500;
const KEPT_MS = 48 * 60 * 60_000;

type Where = { uid: string; examId: string };

/** The candidates with a photograph whose exam is not over. */
export function photosWanted(rows: readonly BoardRow[]): BoardRow[] {
  const isNeeded = ({ photo, state }: BoardRow) =>
    photo !== null && state !== 'submitted' && state !== 'closed';
  return rows.filter(isNeeded).slice(0, MOST_PHOTOS);
}

/** Saves a photograph only while its proctor is signed in. The transaction itself checks that, like `keepBoard`. */
export async function keepPhoto(
  db: HallDb,
  { uid, examId }: Where,
  row: string,
  { version, jpeg }: Photo,
  now: number,
): Promise<void> {
  await db.transaction('rw', [db.photos], async () => {
    if (tokenOf(uid) !== null)
      await db.photos.put({ uid, examId, row, version, jpeg, keptAt: now });
  });
}

/** Null when this phone has no photograph of the candidate, or another version of it. */
export async function readKeptPhoto(
  db: HallDb,
  uid: string,
  { id, photo }: Pick<BoardRow, 'id' | 'photo'>,
): Promise<Photo | null> {
  const kept = await db.photos.get([uid, id]);
  return kept && kept.version === photo ? { version: kept.version, jpeg: kept.jpeg } : null;
}

/** Erases old photographs of every proctor, also those of exams whose board nobody opens any more. */
export async function dropOldPhotos(db: HallDb, now: number): Promise<void> {
  await db.photos.filter(({ keptAt }) => keptAt < now - KEPT_MS).delete();
}

/** Calls `next` with the number of photographs, now and at each change. @returns a function that stops that */
export function watchPhotos(
  db: HallDb,
  { uid, examId }: Where,
  next: (count: number) => void,
): () => void {
  const watched = liveQuery(() => db.photos.where({ uid, examId }).count()).subscribe({
    next,
    error: (error: unknown) => console.error('The photographs could not be counted', error),
  });
  return () => watched.unsubscribe();
}

/** Erases the photographs of every proctor. */
export async function dropPhotos(db: HallDb): Promise<void> {
  await db.photos.clear();
}

/** Erases what is old or no longer wanted. @returns row ids of the wanted photographs that are on this phone */
export async function sortPhotos(
  db: HallDb,
  { uid, examId }: Where,
  wanted: readonly BoardRow[],
  now: number,
): Promise<Set<string>> {
  const versions = new Map(wanted.map(({ id, photo }) => [id, photo]));
  const here = new Set<string>();
  await db.transaction('rw', [db.photos], async () => {
    await dropOldPhotos(db, now);
    await db.photos.where({ uid, examId }).each(({ row, version }) => {
      if (versions.get(row) === version) here.add(row);
    });
    await db.photos
      .where({ uid, examId })
      .filter(({ row }) => !here.has(row))
      .delete();
  });
  return here;
}

/**
 * How long before the start photographs are fetched, at the earliest. Until then, the office may still change who sits
 * where.
 */
const AHEAD_MS = 24 * 60 * 60_000;

interface Fetching {
  /** By the server's clock, ms. */
  now: number;
  /** When the exam starts, ms. */
  startsAt: number;
  /** Null while the server can't be reached. Resolves once the photograph is saved on this phone. @throws ApiProblem */
  fetchPhoto: ((row: string) => Promise<unknown>) | null;
}

/**
 * Deletes photographs that nobody needs, and fetches the missing ones, one after another. One that fails by itself doesn't
 * keep the others from coming.
 * @returns whether every photograph is here that can be had
 * @throws what failed, when it would fail for the others, too
 */
export async function keepPhotosAhead(
  db: HallDb,
  whose: Where,
  wanted: readonly BoardRow[],
  { now, startsAt, fetchPhoto }: Fetching,
): Promise<boolean> {
  const here = await sortPhotos(db, whose, wanted, now);
  const missing = wanted.filter(({ id }) => !here.has(id));
  if (fetchPhoto === null || startsAt > now + AHEAD_MS) return missing.length === 0;
  let isWhole = true;
  let inARow = 0;
  for (const { id } of missing) {
    try {
      await fetchPhoto(id);
      inARow = 0;
    } catch (error) {
      if (!(error instanceof ApiProblem) || !OF_ONE_ALONE.has(error.code)) throw error;
      // Not found: it was removed in the meantime.
      if (error.code === 'not-found') continue;
      isWhole = false;
      inARow += 1;
      if (inARow === MOST_IN_A_ROW) throw error;
    }
  }
  return isWhole;
}

/** After so many failures one after another, the server itself is in trouble, or something else answers for it. */
const MOST_IN_A_ROW = 3;
const OF_ONE_ALONE: ReadonlySet<string> = new Set(['not-found', 'internal', 'unreadable-reply']);
