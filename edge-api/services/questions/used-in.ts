// How many papers a question stands in.
import { count, eq, sql } from 'drizzle-orm';
import type { Orm } from '#db/client.ts';
import { questionRevisions } from '#db/schema/exams.ts';
import { papers } from '#db/schema/sittings.ts';

/** In whichever of its revisions. */
export async function countPapers(tx: Orm, questionId: string): Promise<number> {
  const revisions = await tx
    .select({ id: questionRevisions.id })
    .from(questionRevisions)
    .where(eq(questionRevisions.questionId, questionId));
  return countPapersWith(
    tx,
    revisions.map(({ id }) => id),
  );
}

export async function countPapersWith(tx: Orm, revisionIds: readonly number[]): Promise<number> {
  const patterns = JSON.stringify(revisionIds.map((id) => [{ items: [id] }]));
  const [row] = await tx
    .select({ papers: count() })
    .from(papers)
    .where(
      sql`exists (select from jsonb_array_elements(${patterns}::text::jsonb) as pattern where ${papers.sections} @> pattern)`,
    );
  return row?.papers ?? 0;
}
