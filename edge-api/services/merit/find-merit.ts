// The merit list of an exam as it stands: its rules, or those that a list begins with, and what belongs to it.
import { eq, sql } from 'drizzle-orm';
import type { MeritRules } from '#contract/desk/merit.ts';
import type { Orm } from '#db/client.ts';
import { type ExamRow, findExam } from '#db/queries/exams.ts';
import { meritLists } from '#db/schema/merit.ts';
import { scoredSections } from '#machines/sitting/scoring.ts';
import { Problem } from '../../problem.ts';

export type MeritRow = typeof meritLists.$inferSelect;
export type Merit = { exam: ExamRow; sections: string[]; row: MeritRow };

/** As most boards break ties: section by section in the exam's order, fewer wrong answers, the earlier date of birth. */
function firstRules(sections: readonly string[]): MeritRules {
  return {
    shifts: [],
    tieBreaks: [
      ...sections.map((section) => ({ by: 'section' as const, section })),
      { by: 'wrong' },
      { by: 'birth' },
    ],
    cutoffs: { total: null, sections: [], categories: [] },
  };
}

/** @throws Problem not-found */
export async function findMerit(orm: Orm, examId: string): Promise<Merit> {
  const exam = await findExam(orm, examId);
  if (!exam) throw new Problem('not-found');
  const sections = scoredSections(exam);
  const [row] = await orm.select().from(meritLists).where(eq(meritLists.examId, examId));
  return { exam, sections, row: row ?? unwritten(examId, sections) };
}

/**
 * The same, locked until the transaction ends; written where it wasn't. All lists are behind one lock: which exam is a
 * shift of which is asked of several at once.
 */
export async function lockMerit(tx: Orm, examId: string): Promise<Merit> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('merit_lists'))`);
  const { exam, sections, row } = await findMerit(tx, examId);
  await tx.insert(meritLists).values(row).onConflictDoNothing();
  const [locked] = await tx
    .select()
    .from(meritLists)
    .where(eq(meritLists.examId, examId))
    .for('update');
  if (!locked) throw new Error('No row came back from the insert');
  return { exam, sections, row: locked };
}

function unwritten(examId: string, sections: readonly string[]): MeritRow {
  return {
    examId,
    rules: firstRules(sections),
    version: 1,
    latestId: null,
    publishedId: null,
    publishedAt: null,
    publishedBy: null,
    names: false,
    fileId: null,
  };
}

/** The exams whose candidates are on the list. */
export function examsOf({ examId, rules }: Pick<MeritRow, 'examId' | 'rules'>): string[] {
  return [examId, ...rules.shifts];
}

/** The list that this exam is a shift of. */
export async function listWithShift(orm: Orm, examId: string): Promise<string | null> {
  const [row] = await orm
    .select({ examId: meritLists.examId })
    .from(meritLists)
    .where(sql`${meritLists.rules}->'shifts' ? ${examId}`);
  return row?.examId ?? null;
}

/** @throws Problem changed-meanwhile when the exam is a shift: its candidates stand on another list */
export async function requireOwnList(orm: Orm, examId: string): Promise<void> {
  if ((await listWithShift(orm, examId)) !== null)
    throw new Problem('changed-meanwhile', {
      sentence: 'This exam is a shift of another exam. Make its merit list there.',
    });
}
