// The exams somebody may watch over now: a proctor's are assigned; the administrator sees what is near or under way.
import { and, desc, eq, exists, gt, isNull, lt, or } from 'drizzle-orm';
import type { Caller } from '#api/services/auth/sessions.ts';
import type { WatchedExam } from '#contract/desk/staff.ts';
import { exams } from '#db/schema/exams.ts';
import { sittings } from '#db/schema/sittings.ts';
import type { Deps } from '../../deps.ts';
import { listAssigned, toWatchedExam } from '../staff/assign-exam.ts';

const DAY_MS = 24 * 60 * 60_000;

export async function listWatched(deps: Deps, caller: Caller): Promise<WatchedExam[]> {
  const { orm } = deps.db;
  if (caller.role !== 'admin') return listAssigned(orm, caller.uid);
  const now = deps.now();
  const underWay = orm
    .select({ id: sittings.id })
    .from(sittings)
    .where(and(eq(sittings.examId, exams.id), eq(sittings.state, 'open')));
  const isNear = and(
    eq(exams.status, 'Active'),
    gt(exams.startsAt, new Date(now - DAY_MS)),
    lt(exams.startsAt, new Date(now + DAY_MS)),
  );
  const rows = await orm
    .select()
    .from(exams)
    .where(and(isNull(exams.hiddenAt), or(isNear, exists(underWay))))
    .orderBy(desc(exams.startsAt), desc(exams.id));
  return rows.map((exam) => toWatchedExam(exam, null));
}
