// How many papers a question stands in, in whichever of its revisions.
import { count, inArray, sql } from 'drizzle-orm';
import type { Orm } from '#db/client.ts';
import { questionRevisions } from '#db/schema/exams.ts';
import { papers } from '#db/schema/sittings.ts';

export async function countPapers(tx: Orm, questionId: string): Promise<number> {
  const revisions = await tx
    .select({ id: questionRevisions.id })
    .from(questionRevisions)
    .where(inArray(questionRevisions.questionId, [questionId]));
  const patterns = JSON.stringify(revisions.map(({ id }) => [{ items: [id] }]));
  const [row] = await tx
    .select({ papers: count() })
    .from(papers)
    .where(
      sql`exists (select from jsonb_array_elements(${patterns}::text::jsonb) as pattern where ${papers.sections} @> pattern)`,
    );
  return row?.papers ?? 0;
}
