// The board of an exam, as much of it as the caller watches over.
import { eq } from 'drizzle-orm';
import type { Caller } from '#api/services/auth/sessions.ts';
import type { WatchedExam } from '#contract/desk/staff.ts';
import type { Board } from '#contract/hall/board.ts';
import { exams } from '#db/schema/exams.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { toWatchedExam } from '../staff/assign-exam.ts';
import { requireWatch } from '../staff/may-watch.ts';
import { readRows } from './read-rows.ts';

/** @throws Problem forbidden, not-found */
export async function readBoard(deps: Deps, caller: Caller, examId: string): Promise<Board> {
  const watched = await requireWatch(deps.db.orm, caller, examId);
  const rooms = watched.all ? null : [...watched.rooms];
  return {
    now: new Date(deps.now()).toISOString(),
    exam: await readHallExam(deps, examId, rooms),
    rows: await readRows(deps, examId, rooms),
  };
}

/** @param rooms that its reader watches over. @throws Problem not-found */
export async function readHallExam(
  deps: Deps,
  examId: string,
  rooms: string[] | null,
): Promise<WatchedExam> {
  const [exam] = await deps.db.orm.select().from(exams).where(eq(exams.id, examId));
  if (!exam) throw new Problem('not-found');
  return toWatchedExam(exam, rooms);
}
