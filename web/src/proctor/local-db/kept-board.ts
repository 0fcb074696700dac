// Keeps boards as last seen, so that the desk opens without a network and says how old they are.
import * as z from 'zod/mini';
import { type WatchedExam, watchedExamListSchema } from '#contract/desk/staff.ts';
import { type StartCode, startCodeSchema } from '#contract/desk/start-codes.ts';
import type { Board } from '#contract/hall/board.ts';
import { tokenOf } from '#web/shared/session.ts';
import { type HallDb, type KeptBoard, keptBoardSchema } from './hall-db.ts';

/**
 * Saves a board only while its proctor is signed in. The transaction itself checks that, so it can't save anything
 * after sign-out has erased the boards.
 */
export async function keepBoard(db: HallDb, board: KeptBoard): Promise<void> {
  await db.transaction('rw', [db.boards], async () => {
    if (tokenOf(board.uid) !== null) await db.boards.put(board);
  });
}

/** Null when no board is kept, or none that this version can read. */
export async function readKeptBoard(
  db: HallDb,
  uid: string,
  examId: string,
): Promise<KeptBoard | null> {
  return z.safeParse(keptBoardSchema, await db.boards.get([uid, examId])).data ?? null;
}

/**
 * Boards of exams within this time are fetched ahead. Earlier, nobody has a seat yet, and a proctor has only a few
 * exams a day.
 */
const AHEAD_MS = 24 * 60 * 60_000;
const FRESH_MS = 10 * 60_000;

/**
 * Fetches the boards of today's exams, one after another, unless a fresh copy is kept. A proctor who watches two halls
 * can then open both without a network, even the one they haven't looked at yet.
 */
export async function keepBoardsAhead(
  db: HallDb,
  uid: string,
  exams: readonly WatchedExam[],
  { now, fetchBoard }: { now: number; fetchBoard: (examId: string) => Promise<Board> },
): Promise<void> {
  const isNear = ({ startDate, duration }: WatchedExam) =>
    Date.parse(startDate) < now + AHEAD_MS &&
    Date.parse(startDate) + duration * 60_000 > now - AHEAD_MS;
  const failures: unknown[] = [];
  for (const { _id: examId } of exams.filter(isNear)) {
    try {
      const kept = await readKeptBoard(db, uid, examId);
      if (kept && kept.heardAt > now - FRESH_MS) continue;
      const { now: at, exam, rows } = await fetchBoard(examId);
      await keepBoard(db, { uid, examId, exam, rows, heardAt: Date.parse(at) });
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * Saves the list of exams, and erases the boards, photographs and reports of exams that this proctor no longer watches.
 */
export async function keepExams(db: HallDb, uid: string, exams: WatchedExam[]): Promise<void> {
  const ids = new Set(exams.map(({ _id }) => _id));
  const reports = new Set(exams.map(({ _id }) => reportKey(uid, _id)));
  await db.transaction('rw', [db.exams, db.boards, db.photos, db.facts], async () => {
    if (tokenOf(uid) === null) return;
    await db.exams.put({ uid, exams });
    const ofOwn = db.facts.where('key').startsWith(reportKey(uid, ''));
    await ofOwn.filter(({ key }) => !reports.has(key)).delete();
    const isGone = ({ examId }: { examId: string }) => !ids.has(examId);
    await db.boards.where({ uid }).filter(isGone).delete();
    await db.photos.where({ uid }).filter(isGone).delete();
  });
}

export async function readKeptExams(db: HallDb, uid: string): Promise<WatchedExam[] | null> {
  const kept = await db.exams.get(uid);
  return z.safeParse(watchedExamListSchema, kept?.exams).data ?? null;
}

/**
 * Erases all names, and what the server has answered. Acts and hand-overs that the server lacks stay.
 * @param stays UID of the user who is signed in now, whose data stays; null for nobody
 */
export async function forgetBoards(db: HallDb, stays: string | null): Promise<void> {
  const isOther = ({ uid }: { uid: string }) => uid !== stays;
  const all = [db.exams, db.boards, db.photos, db.facts, db.codes, db.queue];
  await db.transaction('rw', all, async () => {
    await db.boards.filter(isOther).delete();
    await db.photos.filter(isOther).delete();
    await db.exams.filter(isOther).delete();
    await db.codes.filter(isOther).delete();
    await db.facts.filter(({ key }) => isOf(key) && !isOf(key, stays)).delete();
    await db.queue.filter((row) => row.waiting === 0 && isOther(row)).delete();
  });
}

// A start code that this proctor was given, kept so that it can be read out again without a network.
type Whose = { uid: string; examId: string; room: string };
const keyOf = ({ uid, examId, room }: Whose) => `start-code ${uid} ${examId} ${room}`;

/** Key of a report in `facts`, for kept-report.ts. */
export const reportKey = (uid: string, examId: string) => `report ${uid} ${examId}`;

/** Whether `key` belongs to a start code or a report: of anyone, or of `uid` where it is given. */
function isOf(key: string, uid?: string | null): boolean {
  const [kind = '', whose] = key.split(' ');
  return ['start-code', 'report'].includes(kind) && (uid === undefined || whose === uid);
}

/** Saves a code only while its proctor is signed in, like `keepBoard`. */
export async function keepStartCode(db: HallDb, whose: Whose, code: StartCode): Promise<void> {
  await db.transaction('rw', [db.facts], async () => {
    if (tokenOf(whose.uid) !== null) await db.facts.put({ key: keyOf(whose), value: code });
  });
}

/** Null when no code is kept for this room. */
export async function readKeptStartCode(db: HallDb, whose: Whose): Promise<StartCode | null> {
  const kept = await db.facts.get(keyOf(whose));
  return z.safeParse(startCodeSchema, kept?.value).data ?? null;
}
