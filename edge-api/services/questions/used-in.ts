// How many papers a question stands in.
import { count, desc, eq, sql } from 'drizzle-orm';
import type { Orm } from '#db/client.ts';
import { exams, questionRevisions } from '#db/schema/exams.ts';
import { enrolments } from '#db/schema/people.ts';
import { papers, preparedPapers } from '#db/schema/sittings.ts';

/** In whichever of its revisions. */
export async function countPapers(tx: Orm, questionId: string): Promise<number> {
  return countPapersWith(tx, await revisionsOf(tx, questionId));
}

/** Whether it stands in a paper that is sat, or that lies on a phone and may be. */
export async function isInPapers(tx: Orm, questionId: string): Promise<boolean> {
  const revisions = await revisionsOf(tx, questionId);
  if ((await countPapersWith(tx, revisions)) > 0) return true;
  const [prepared] = await tx
    .select({ id: preparedPapers.sittingId })
    .from(preparedPapers)
    .where(holds(preparedPapers.sections, revisions))
    .limit(1);
  return prepared !== undefined;
}

/** Which exams' papers hold it, in whichever of its revisions, the latest start first. */
export async function listUses(
  tx: Orm,
  revisionIds: readonly number[],
): Promise<{ examId: string; name: string; startsAt: Date; papers: number }[]> {
  const { id: examId, name, startsAt } = exams;
  return tx
    .select({ examId, name, startsAt, papers: count() })
    .from(papers)
    .innerJoin(enrolments, eq(enrolments.id, papers.enrolmentId))
    .innerJoin(exams, eq(exams.id, enrolments.examId))
    .where(holds(papers.sections, revisionIds))
    .groupBy(examId)
    .orderBy(desc(startsAt), desc(examId));
}

async function revisionsOf(tx: Orm, questionId: string): Promise<number[]> {
  const revisions = await tx
    .select({ id: questionRevisions.id })
    .from(questionRevisions)
    .where(eq(questionRevisions.questionId, questionId));
  return revisions.map(({ id }) => id);
}

export async function countPapersWith(tx: Orm, revisionIds: readonly number[]): Promise<number> {
  const [row] = await tx
    .select({ papers: count() })
    .from(papers)
    .where(holds(papers.sections, revisionIds));
  return row?.papers ?? 0;
}

function holds(
  sections: typeof papers.sections | typeof preparedPapers.sections,
  revisionIds: readonly number[],
) {
  const patterns = JSON.stringify(revisionIds.map((id) => [{ items: [id] }]));
  return sql`exists (select from jsonb_array_elements(${patterns}::text::jsonb) as pattern where ${sections} @> pattern)`;
}
