/**
 * Photographs for check-in: those of a board are fetched ahead, one after another; the one of the candidate at the door
 * is loaded when it is needed.
 */
import { useEffect, useMemo, useState } from 'react';
import type { BoardRow } from '#contract/hall/board.ts';
import { type Photo, photoSchema } from '#contract/site/photo.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { apiOf } from '#web/shared/http.ts';
import { reasonOf } from '#web/shared/use-load.ts';
import { hallDb } from '../local-db/hall-db.ts';
import {
  keepPhoto,
  photosWanted,
  readKeptPhoto,
  sortPhotos,
  watchPhotos,
} from '../local-db/kept-photos.ts';
import { hallNow } from '../sync/hall-clock.ts';

/**
 * How long before the start photographs are fetched, at the earliest. Until then, the office may still change who sits
 * where.
 */
const AHEAD_MS = 24 * 60 * 60_000;

type Whose = { uid: string; examId: string };

/** Resolves once the photograph is saved on this phone. @throws ApiProblem */
async function fetchPhoto(whose: Whose, row: string, signal: AbortSignal): Promise<Photo> {
  const { uid, examId } = whose;
  const path = `proctor/photo?${new URLSearchParams({ exam: examId, row })}`;
  const photo = await apiOf(uid).get(path, photoSchema, { signal });
  await keepPhoto(hallDb, whose, row, photo, hallNow());
  return photo;
}

/** How many of the photographs that may still be needed are on this phone. */
export type PhotosAhead = { here: number; of: number };

/** @param startsAt null while the exam isn't known @param live whether the server can be reached */
export function usePhotosAhead(
  { uid, examId }: Whose,
  { rows, startsAt, live }: { rows: readonly BoardRow[]; startsAt: string | null; live: boolean },
): PhotosAhead {
  const [here, setHere] = useState(0);
  useEffect(() => watchPhotos(hallDb, { uid, examId }, setHere), [uid, examId]);
  const wanted = useMemo(() => photosWanted(rows), [rows]);
  // Rows change often, but the list of wanted photographs seldom does.
  const key = wanted.map(({ id, photo }) => `${id} ${photo}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes when the wanted photographs change.
  useEffect(() => {
    if (startsAt === null) return;
    const leaving = new AbortController();
    const fetchAhead = async () => {
      const kept = await sortPhotos(hallDb, { uid, examId }, wanted, hallNow());
      if (!live || Date.parse(startsAt) > hallNow() + AHEAD_MS) return;
      for (const { id } of wanted) {
        if (kept.has(id)) continue;
        await fetchPhoto({ uid, examId }, id, leaving.signal).catch(ofOneAlone);
      }
    };
    fetchAhead().catch((error: unknown) => {
      if (!leaving.signal.aborted) console.warn('Photographs could not be fetched ahead', error);
    });
    return () => leaving.abort();
  }, [uid, examId, startsAt, live, key]);
  return { here: Math.min(here, wanted.length), of: wanted.length };
}

/**
 * Ignores a photograph that was removed in the meantime, so that the others are still fetched; throws any other error.
 */
function ofOneAlone(error: unknown): void {
  if (!(error instanceof ApiProblem) || error.code !== 'not-found') throw error;
}

export type SeatPhoto =
  | { is: 'none' | 'loading' }
  | { is: 'failed'; message: string }
  | { is: 'here'; photo: Photo };

/** The candidate's photograph from this phone or, if it isn't here, from the server. */
export function useSeatPhoto({ uid, examId }: Whose, row: BoardRow): SeatPhoto {
  const [found, setFound] = useState<SeatPhoto>({ is: 'loading' });
  const { id, photo: version } = row;
  useEffect(() => {
    if (version === null) return setFound({ is: 'none' });
    const leaving = new AbortController();
    setFound({ is: 'loading' });
    const find = async () =>
      (await readKeptPhoto(hallDb, uid, { id, photo: version })) ??
      (await fetchPhoto({ uid, examId }, id, leaving.signal));
    find().then(
      (photo) => setFound({ is: 'here', photo }),
      (error: unknown) => {
        if (!leaving.signal.aborted) setFound({ is: 'failed', message: reasonOf(error).message });
      },
    );
    return () => leaving.abort();
  }, [uid, examId, id, version]);
  return found;
}
