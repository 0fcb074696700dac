// The boards as last seen, so that the desk opens without a network, and says of when they are.
import * as z from 'zod/mini';
import { type WatchedExam, watchedExamListSchema } from '#contract/desk/staff.ts';
import { type HallDb, type KeptBoard, keptBoardSchema } from './hall-db.ts';

export async function keepBoard(db: HallDb, board: KeptBoard): Promise<void> {
  await db.boards.put(board);
}

/** Null where none is kept, or none that this version can read. */
export async function readKeptBoard(
  db: HallDb,
  uid: string,
  examId: string,
): Promise<KeptBoard | null> {
  return z.safeParse(keptBoardSchema, await db.boards.get([uid, examId])).data ?? null;
}

/** A board of an exam that isn't watched any more goes. */
export async function keepExams(db: HallDb, uid: string, exams: WatchedExam[]): Promise<void> {
  const ids = new Set(exams.map(({ _id }) => _id));
  await db.transaction('rw', [db.exams, db.boards], async () => {
    await db.exams.put({ uid, exams });
    await db.boards
      .where({ uid })
      .filter(({ examId }) => !ids.has(examId))
      .delete();
  });
}

export async function readKeptExams(db: HallDb, uid: string): Promise<WatchedExam[] | null> {
  const kept = await db.exams.get(uid);
  return z.safeParse(watchedExamListSchema, kept?.exams).data ?? null;
}

/** At sign-out nobody's names stay; what the server lacks does. */
export async function forgetBoards(db: HallDb): Promise<void> {
  await db.transaction('rw', [db.exams, db.boards, db.facts, db.codes], async () => {
    await db.boards.clear();
    await db.exams.clear();
    await db.codes.clear();
    await db.facts.where('key').startsWith('start-code ').delete();
  });
}
