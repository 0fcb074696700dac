/**
 * The data behind the proctor's desk: the queue and the sync that sends it, the proctor's exams, and the board of one
 * exam.
 */
import { liveQuery } from 'dexie';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type WatchedExam, watchedExamListSchema } from '#contract/desk/staff.ts';
import { type HallAct, hallActSchema } from '#contract/hall/acts.ts';
import { boardSchema } from '#contract/hall/board.ts';
import { apiOf } from '#web/shared/http.ts';
import { reasonOf } from '#web/shared/use-load.ts';
import { type ExtraCode, hallDb, type KeptBoard, type QueuedRow } from '../local-db/hall-db.ts';
import { keepBoardsAhead, keepExams, readKeptExams } from '../local-db/kept-board.ts';
import { dropOldPhotos } from '../local-db/kept-photos.ts';
import { newestCodes, queueAct, type WishedAct, watchQueue } from '../local-db/queue.ts';
import { followBoard } from '../sync/follow-board.ts';
import { hallNow, restoreHallClock } from '../sync/hall-clock.ts';
import { type HallSync, startHallSync } from '../sync/start-hall-sync.ts';

export interface Queue {
  rows: readonly QueuedRow[];
  /** Rows that the server has not answered yet. */
  waiting: readonly QueuedRow[];
  refused: readonly QueuedRow[];
  /** Hand-overs that the server has accepted. */
  taken: readonly QueuedRow[];
  /** The acts among the waiting rows. */
  acts: readonly HallAct[];
}

export interface Hall {
  queue: Queue;
  /** Resolves once the act is saved on this phone. */
  does: (wish: WishedAct) => Promise<void>;
  dismiss: (id: string) => void;
  sync: HallSync['actor'] | null;
}

export function useHall(uid: string): Hall {
  const [rows, setRows] = useState<readonly QueuedRow[]>([]);
  const [sync, setSync] = useState<HallSync['actor'] | null>(null);
  useEffect(() => {
    const started = startHallSync(hallDb, uid);
    setSync(started.actor);
    // Fetches two files before they are needed: the check before sign-out must run without a network, and an update may
    // remove this version of the report page from the server.
    import('../sync/outside-hall.ts').catch(() => {});
    import('../report/hall-report.page.tsx').catch(() => {});
    const stopWatching = watchQueue(hallDb, uid, setRows);
    const tidy = () =>
      restoreHallClock(hallDb)
        .then(() => dropOldPhotos(hallDb, hallNow()))
        .catch((error: unknown) => console.error('Old photographs could not be erased', error));
    void tidy();
    const tidying = setInterval(tidy, 60 * 60_000);
    return () => {
      clearInterval(tidying);
      stopWatching();
      started.stop();
    };
  }, [uid]);
  const queue = useMemo(() => {
    const waiting = rows.filter((row) => row.waiting === 1);
    const answered = rows.filter((row) => row.waiting === 0);
    return {
      rows,
      waiting,
      refused: answered.filter(({ refusal }) => refusal !== null),
      taken: answered.filter(({ refusal }) => refusal === null),
      acts: waiting.flatMap(({ body }) => hallActSchema.safeParse(body).data ?? []),
    };
  }, [rows]);
  return {
    queue,
    sync,
    does: useCallback((wish) => queueAct(hallDb, uid, wish, hallNow()), [uid]),
    dismiss: useCallback((id) => void hallDb.queue.delete(id), []),
  };
}

export type Exams =
  | { state: 'loading' }
  /** `QueueLine` shows this, with a link to the sign-in. */
  | { state: 'signed-out' }
  | { state: 'failed'; message: string; retry: () => void }
  | { state: 'ready'; exams: readonly WatchedExam[]; again: () => void };

/** Returns the exams kept on this phone first, and the server's once it answers. */
export function useExams(uid: string): Exams {
  const [exams, setExams] = useState<Exams>({ state: 'loading' });
  useEffect(() => {
    const left = new AbortController();
    const show = (found: readonly WatchedExam[]) => {
      if (!left.signal.aborted) setExams({ state: 'ready', exams: found, again });
    };
    const load = async () => {
      await restoreHallClock(hallDb);
      const kept = await readKeptExams(hallDb, uid);
      if (kept) show(kept);
      try {
        const { signal } = left;
        const fresh = await apiOf(uid).get('proctor/exams', watchedExamListSchema, { signal });
        await keepExams(hallDb, uid, fresh);
        show(fresh);
        const fetchBoard = (exam: string) =>
          apiOf(uid).get(`proctor/board?${new URLSearchParams({ exam })}`, boardSchema, { signal });
        // If this fails, the other boards open only with a network.
        keepBoardsAhead(hallDb, uid, fresh, { now: hallNow(), fetchBoard }).catch(() => {});
      } catch (error) {
        if (left.signal.aborted || kept) return;
        const { message, code } = reasonOf(error);
        const retry = () => {
          setExams({ state: 'loading' });
          again();
        };
        setExams(code === 'signed-out' ? { state: code } : { state: 'failed', message, retry });
      }
    };
    const again = () => void load().catch(() => {});
    // The office may have assigned an exam in the meantime.
    const back = () => document.visibilityState === 'visible' && again();
    void load().catch((error: unknown) => console.error('The exams could not be read', error));
    window.addEventListener('online', again);
    document.addEventListener('visibilitychange', back);
    return () => {
      window.removeEventListener('online', again);
      document.removeEventListener('visibilitychange', back);
      left.abort();
    };
  }, [uid]);
  return exams;
}

/** The newest extra-time code made on this phone, by row id. */
export function useExtraCodes(uid: string): ReadonlyMap<string, ExtraCode> {
  const [codes, setCodes] = useState<ReadonlyMap<string, ExtraCode>>(new Map());
  useEffect(() => {
    const watched = liveQuery(() => hallDb.codes.where({ uid }).toArray()).subscribe({
      next: (found) => setCodes(newestCodes(found)),
      error: (error: unknown) => console.error('The codes could not be read', error),
    });
    return () => watched.unsubscribe();
  }, [uid]);
  return codes;
}

export interface Followed {
  /** Null until anything is known. */
  board: KeptBoard | null;
  /** Whether the board is as the server has it now. */
  live: boolean;
  /** Why the board isn't live, as a sentence for the screen; empty while it is live or nothing has been tried. */
  trouble: string;
}

export function useBoard(uid: string, examId: string): Followed {
  const [followed, setFollowed] = useState<Followed>({ board: null, live: false, trouble: '' });
  useEffect(() => followBoard(hallDb, uid, examId, setFollowed), [uid, examId]);
  return followed;
}

/** The server's time in ms, read every `everyMs`, so that a phone that falls silent shows up without any event. */
export function useHallNow(everyMs: number): number {
  const [now, setNow] = useState(hallNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(hallNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
