/** What the desk lives by on this phone: its outbox with what sends it, the exams, and the board of one of them. */
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
  /** What the server has not answered. */
  waiting: readonly QueuedRow[];
  refused: readonly QueuedRow[];
  /** Hand-overs that the server has taken in. */
  taken: readonly QueuedRow[];
  /** Of those that wait, the acts. */
  acts: readonly HallAct[];
}

export interface Hall {
  queue: Queue;
  /** Kept on this phone before it resolves. */
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
    // What signing out asks must be here without a network, too; and the report’s page before a server with a newer app
    // has no such file any more.
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
  /** `QueueLine` says so, and leads to the sign-in. */
  | { state: 'signed-out' }
  | { state: 'failed'; message: string; retry: () => void }
  | { state: 'ready'; exams: readonly WatchedExam[]; again: () => void };

/** As kept on this phone at once, as the server has them once it answers. */
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
        // Without it the others open when there is a network.
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
    // The office may have assigned one meanwhile.
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

/** By row, the newest code for extra time that was made here. */
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
  /** It is as the server has it now. */
  live: boolean;
  /** Why not, for a person; empty while nothing has been tried. */
  trouble: string;
}

export function useBoard(uid: string, examId: string): Followed {
  const [followed, setFollowed] = useState<Followed>({ board: null, live: false, trouble: '' });
  useEffect(() => followBoard(hallDb, uid, examId, setFollowed), [uid, examId]);
  return followed;
}

/** The server's time, read every few seconds, so that a silent phone shows up without news. */
export function useHallNow(everyMs: number): number {
  const [now, setNow] = useState(hallNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(hallNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
