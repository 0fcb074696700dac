// The boards as last seen, so that the desk opens without a network, and says of when they are.
import * as z from 'zod/mini';
import { type WatchedExam, watchedExamListSchema } from '#contract/desk/staff.ts';
import { type StartCode, startCodeSchema } from '#contract/desk/start-codes.ts';
import type { Board } from '#contract/hall/board.ts';
import { tokenOf } from '#web/shared/session.ts';
import { type HallDb, type KeptBoard, keptBoardSchema } from './hall-db.ts';

/** Only while its reader is signed in, asked within the transaction: forgetting at sign-out comes after it. */
export async function keepBoard(db: HallDb, board: KeptBoard): Promise<void> {
  await db.transaction('rw', [db.boards], async () => {
    if (tokenOf(board.uid) !== null) await db.boards.put(board);
  });
}

/** Null where none is kept, or none that this version can read. */
export async function readKeptBoard(
  db: HallDb,
  uid: string,
  examId: string,
): Promise<KeptBoard | null> {
  return z.safeParse(keptBoardSchema, await db.boards.get([uid, examId])).data ?? null;
}

/** Long before, nobody is seated yet; the desk has a few exams a day. */
const AHEAD_MS = 24 * 60 * 60_000;
const FRESH_MS = 10 * 60_000;

/**
 * Who watches two halls opens both without a network, also the one that wasn't looked at yet: the boards of today's exams
 * are fetched, one after another, where none is kept or an old one.
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
  for (const { _id: examId } of exams.filter(isNear)) {
    const kept = await readKeptBoard(db, uid, examId);
    if (kept && kept.heardAt > now - FRESH_MS) continue;
    const { now: at, exam, rows } = await fetchBoard(examId);
    await keepBoard(db, { uid, examId, exam, rows, heardAt: Date.parse(at) });
  }
}

/** A board of an exam that isn't watched any more goes, with its photographs and its report. */
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
 * Nobody's names stay, nor what the server has answered; what it lacks does.
 * @param stays who is signed in now, of whom nothing is forgotten; null once nobody is
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

// A start code that was told to this proctor, so that it can be read out again without a network.
type Whose = { uid: string; examId: string; room: string };
const keyOf = ({ uid, examId, room }: Whose) => `start-code ${uid} ${examId} ${room}`;

/** Of what kept-report.ts keeps. */
export const reportKey = (uid: string, examId: string) => `report ${uid} ${examId}`;

/** Whether a fact is somebody's start code or report; of this person, where one is named. */
function isOf(key: string, uid?: string | null): boolean {
  const [kind = '', whose] = key.split(' ');
  return ['start-code', 'report'].includes(kind) && (uid === undefined || whose === uid);
}

/** Only while they are signed in, as with boards. */
export async function keepStartCode(db: HallDb, whose: Whose, code: StartCode): Promise<void> {
  await db.transaction('rw', [db.facts], async () => {
    if (tokenOf(whose.uid) !== null) await db.facts.put({ key: keyOf(whose), value: code });
  });
}

/** Null where none was told. */
export async function readKeptStartCode(db: HallDb, whose: Whose): Promise<StartCode | null> {
  const kept = await db.facts.get(keyOf(whose));
  return z.safeParse(startCodeSchema, kept?.value).data ?? null;
}
