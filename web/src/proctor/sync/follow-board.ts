// Follows a board: first the copy kept on this phone, then the server's stream, which is resumed where it broke off.
// The board is saved from time to time, so that the next opening without a network shows it.
import * as z from 'zod/mini';
import {
  type BoardRow,
  boardChangesSchema,
  boardRowSchema,
  boardSchema,
} from '#contract/hall/board.ts';
import { backoffDelay } from '#machines/sync/backoff.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { readEventStream, type StreamEvent } from '#web/shared/event-stream.ts';
import { onAnswered } from '#web/shared/http.ts';
import { tokenOf } from '#web/shared/session.ts';
import { onSessionChange } from '#web/shared/session-watch.ts';
import type { HallDb, KeptBoard } from '../local-db/hall-db.ts';
import { keepBoard, readKeptBoard } from '../local-db/kept-board.ts';
import { hallNow, hearHallClock } from './hall-clock.ts';

type Followed = { board: KeptBoard | null; live: boolean; trouble: string };

/** Milliseconds between two saves: five hundred rows are some hundred kilobytes, too much to write for each change. */
const KEEP_MS = 10_000;

const streams = new Set<() => void>();

/** Called when another request found no network: reconnects every stream, even if it still looks open. */
export const doubtStreams = () => {
  for (const doubt of streams) doubt();
};

/** @returns a function that stops following */
export function followBoard(
  db: HallDb,
  uid: string,
  examId: string,
  tell: (followed: Followed) => void,
): () => void {
  const left = new AbortController();
  const { signal } = left;
  let board: KeptBoard | null = null;
  let place = '';
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let keeping: ReturnType<typeof setTimeout> | undefined;
  let reading: AbortController | null = null;

  const keepNow = () => {
    clearTimeout(keeping);
    keeping = undefined;
    if (board) keepBoard(db, board).catch((error: unknown) => console.error(error));
  };
  const take = (now: string, next: Pick<KeptBoard, 'exam' | 'rows'>) => {
    void hearHallClock(db, now, performance.now()).catch(() => {});
    board = { uid, examId, ...next, heardAt: Date.parse(now) };
    failures = 0;
    if (!signal.aborted) tell({ board, live: true, trouble: '' });
    keeping ??= setTimeout(keepNow, KEEP_MS);
  };
  const hear = ({ event, id, data }: StreamEvent) => {
    if (event === 'still' && board) {
      board = { ...board, heardAt: hallNow() };
      tell({ board, live: true, trouble: '' });
    }
    if (event === 'board') {
      const { now, exam, rows } = z.parse(boardSchema, data);
      place = id;
      take(now, { exam, rows });
      keepNow();
    }
    if (event === 'changes' && board) {
      const { now, rows, gone } = z.parse(boardChangesSchema, data);
      place = id;
      take(now, { exam: board.exam, rows: withChanges(board.rows, rows, gone) });
    }
  };
  const follow = async () => {
    clearTimeout(timer);
    reading?.abort();
    const own = new AbortController();
    reading = own;
    const token = tokenOf(uid);
    let trouble = 'Please sign in again.';
    let retryAfter: number | null = null;
    if (token !== null) {
      trouble = 'We can’t reach the exam server right now.';
      try {
        const path = `proctor/stream?exam=${encodeURIComponent(examId)}`;
        await readEventStream(
          path,
          { token, lastId: board ? place : '', signal: own.signal },
          hear,
        );
      } catch (error) {
        if (error instanceof ApiProblem) {
          trouble = error.message;
          retryAfter = error.retryAfterMs;
        } else if (error instanceof z.core.$ZodError) place = '';
      }
    }
    if (signal.aborted || reading !== own) return;
    failures += 1;
    tell({ board, live: false, trouble });
    const delay = backoffDelay(failures, Math.random(), retryAfter);
    timer = setTimeout(() => void follow(), delay);
  };
  const begin = async () => {
    board = await readKeptBoard(db, uid, examId).catch(() => null);
    if (board && !signal.aborted) tell({ board, live: false, trouble: '' });
    if (!signal.aborted) await follow();
  };
  void begin();
  window.addEventListener('online', () => void follow(), { signal });
  // A stream that was cut off may look open for a minute, so it is aborted.
  const doubt = () => reading?.abort();
  window.addEventListener('offline', doubt, { signal });
  streams.add(doubt);
  document.addEventListener(
    'visibilitychange',
    () => (document.visibilityState === 'visible' ? failures > 0 && void follow() : keepNow()),
    { signal },
  );
  // Another request was answered, so the network is back.
  const stopHearing = onAnswered(() => {
    if (failures > 0) void follow();
  });
  const stopSession = onSessionChange(() => {
    // A proctor who signed out, in whichever tab, gets no more news.
    if (failures > 0 || tokenOf(uid) === null) void follow();
  });
  return () => {
    left.abort();
    streams.delete(doubt);
    reading?.abort();
    clearTimeout(timer);
    if (keeping) keepNow();
    stopHearing();
    stopSession();
  };
}

/** Unchanged rows stay the same objects, so that they aren't rendered again. */
function withChanges(
  before: readonly BoardRow[],
  changed: readonly ({ id: string } & { [K in keyof BoardRow]?: BoardRow[K] | undefined })[],
  gone: readonly string[],
): BoardRow[] {
  const byId = new Map(changed.map((row) => [row.id, row]));
  const left = new Set(gone);
  const known = new Set(before.map(({ id }) => id));
  const rows = before.flatMap((row) => {
    if (left.has(row.id)) return [];
    const change = byId.get(row.id);
    return change ? [{ ...row, ...withoutGaps(change) }] : [row];
  });
  // The server sends a new candidate as a complete row.
  const added = changed
    .filter(({ id }) => !known.has(id))
    .flatMap((row) => boardRowSchema.safeParse(row).data ?? []);
  return added.length === 0
    ? rows
    : [...rows, ...added].sort((a, b) => a.name.localeCompare(b.name));
}

function withoutGaps(change: { [K in keyof BoardRow]?: BoardRow[K] | undefined }) {
  return Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Partial<BoardRow>;
}
