// Photographs of candidates on this phone, so that people at the door can be checked without a network too: until their
// exam is over, as many as a hall holds, no longer than two days, and gone with the session (web/src/app/site-app.tsx).
import { liveQuery } from 'dexie';
import type { BoardRow } from '#contract/hall/board.ts';
import type { Photo } from '#contract/site/photo.ts';
import { tokenOf } from '#web/shared/session.ts';
import type { HallDb } from './hall-db.ts';

/** At 40 KB each 27 MB as they are kept, and mostly half of that. */
const MOST_PHOTOS = 500;
const KEPT_MS = 48 * 60 * 60_000;

type Where = { uid: string; examId: string };

/** Of those whose exam is not over. */
export function photosWanted(rows: readonly BoardRow[]): BoardRow[] {
  const isNeeded = ({ photo, state }: BoardRow) =>
    photo !== null && state !== 'submitted' && state !== 'closed';
  return rows.filter(isNeeded).slice(0, MOST_PHOTOS);
}

/** Only while its reader is signed in, asked within the transaction, as with boards. */
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

/** Null where it is not here, or another one is. */
export async function readKeptPhoto(
  db: HallDb,
  uid: string,
  { id, photo }: Pick<BoardRow, 'id' | 'photo'>,
): Promise<Photo | null> {
  const kept = await db.photos.get([uid, id]);
  return kept && kept.version === photo ? { version: kept.version, jpeg: kept.jpeg } : null;
}

/** Whosever they are, also of exams whose board nobody opens any more. */
export async function dropOldPhotos(db: HallDb, now: number): Promise<void> {
  await db.photos.filter(({ keptAt }) => keptAt < now - KEPT_MS).delete();
}

/** Follows how many there are. @returns how to stop */
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

/** Whosever they are. */
export async function dropPhotos(db: HallDb): Promise<void> {
  await db.photos.clear();
}

/** Which of them are here, by their rows, after those have gone that nobody needs any more. */
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
