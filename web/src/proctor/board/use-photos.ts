/**
 * Photographs for check-in: those of a board are fetched ahead, one after another; the one of the candidate at the door
 * is loaded when it is needed.
 */
import { useEffect, useMemo, useState } from 'react';
import type { BoardRow } from '#contract/hall/board.ts';
import { type Photo, photoSchema } from '#contract/site/photo.ts';
import { apiOf } from '#web/shared/http.ts';
import { reasonOf } from '#web/shared/use-load.ts';
import { hallDb } from '../local-db/hall-db.ts';
import {
  keepPhoto,
  keepPhotosAhead,
  photosWanted,
  readKeptPhoto,
  watchPhotos,
} from '../local-db/kept-photos.ts';
import { hallNow } from '../sync/hall-clock.ts';

/** Until the next try, while a photograph is missing: it failed, or it is too early for it. */
const AGAIN_MS = 5 * 60_000;

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
    const whose = { uid, examId };
    const leaving = new AbortController();
    const { signal } = leaving;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const fetchAhead = async () => {
      const areHere = await keepPhotosAhead(hallDb, whose, wanted, {
        now: hallNow(),
        startsAt: Date.parse(startsAt),
        fetchPhoto: live ? (row) => fetchPhoto(whose, row, signal) : null,
      }).catch((error: unknown) => {
        if (!signal.aborted) console.warn('Photographs could not be fetched ahead', error);
        return false;
      });
      if (live && !areHere && !signal.aborted) timer = setTimeout(fetchAhead, AGAIN_MS);
    };
    void fetchAhead();
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [uid, examId, startsAt, live, key]);
  return { here: Math.min(here, wanted.length), of: wanted.length };
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
