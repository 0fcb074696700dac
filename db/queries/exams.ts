// Exams: who may see which, and whether one has been sat.
import { and, desc, eq, isNotNull, isNull, or, type SQL } from 'drizzle-orm';
import type { Orm } from '../client.ts';
import { exams } from '../schema/exams.ts';
import { enrolments } from '../schema/people.ts';
import { sittings } from '../schema/sittings.ts';

export type ExamRow = typeof exams.$inferSelect;

const there = isNull(exams.hiddenAt);
const isPublic = and(there, or(eq(exams.status, 'Active'), isNotNull(exams.resultFileId)));

const newestFirst: SQL[] = [desc(exams.startsAt), desc(exams.id)];

/** Newest start first. */
export function listExams(orm: Orm, whose: 'all' | 'public'): Promise<ExamRow[]> {
  return orm
    .select()
    .from(exams)
    .where(whose === 'all' ? there : isPublic)
    .orderBy(...newestFirst);
}

export async function findExam(orm: Orm, id: string): Promise<ExamRow | null> {
  const [exam] = await orm
    .select()
    .from(exams)
    .where(and(eq(exams.id, id), there));
  return exam ?? null;
}

export async function isEnrolled(orm: Orm, examId: string, uid: string): Promise<boolean> {
  const [row] = await orm
    .select({ id: enrolments.id })
    .from(enrolments)
    .where(and(eq(enrolments.examId, examId), eq(enrolments.uid, uid)));
  return row !== undefined;
}

export async function hasSittings(orm: Orm, examId: string): Promise<boolean> {
  const [row] = await orm
    .select({ id: sittings.id })
    .from(sittings)
    .where(eq(sittings.examId, examId))
    .limit(1);
  return row !== undefined;
}
