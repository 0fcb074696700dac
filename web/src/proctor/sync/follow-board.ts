// Follows a board: as kept on this phone at once, then as the server has it, asked again and again. What was heard is
// kept, so that the next opening without network shows it.
import { boardSchema } from '#contract/hall/board.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { apiOf } from '#web/shared/http.ts';
import type { HallDb, KeptBoard } from '../local-db/hall-db.ts';
import { keepBoard, readKeptBoard } from '../local-db/kept-board.ts';
import { hearHallClock } from './hall-clock.ts';

type Followed = { board: KeptBoard | null; live: boolean; trouble: string };

const EVERY_MS = 5_000;

/** @returns how to stop */
export function followBoard(
  db: HallDb,
  uid: string,
  examId: string,
  tell: (followed: Followed) => void,
): () => void {
  const left = new AbortController();
  const { signal } = left;
  let board: KeptBoard | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async () => {
    clearTimeout(timer);
    try {
      const askedAt = performance.now();
      const path = `proctor/board?exam=${encodeURIComponent(examId)}`;
      const { now, exam, rows } = await apiOf(uid).get(path, boardSchema, { signal });
      await hearHallClock(db, now, askedAt);
      board = { uid, examId, exam, rows, heardAt: Date.parse(now) };
      if (!signal.aborted) tell({ board, live: true, trouble: '' });
      await keepBoard(db, board);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiProblem)) console.error('The board could not be read', error);
      const trouble = error instanceof Error ? error.message : '';
      tell({ board, live: false, trouble });
    }
    if (!signal.aborted) timer = setTimeout(() => void ask(), EVERY_MS);
  };
  const begin = async () => {
    board = await readKeptBoard(db, uid, examId).catch(() => null);
    if (board && !signal.aborted) tell({ board, live: false, trouble: '' });
    await ask();
  };
  void begin();
  window.addEventListener('online', () => void ask(), { signal });
  return () => {
    clearTimeout(timer);
    left.abort();
  };
}
