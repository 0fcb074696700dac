// The bank as the administrator pages through it, newest first.
import { type AnyColumn, and, asc, count, desc, eq, sql } from 'drizzle-orm';
import type { Question } from '#contract/desk/questions.ts';
import type { Database } from '#db/client.ts';
import { inBank } from '#db/queries/bank.ts';
import { likeWords, pageWindow } from '#db/queries/page-window.ts';
import { questionRevisions, questions } from '#db/schema/exams.ts';
import { questionText } from '#db/schema/search-text.ts';
import { toQuestion } from './to-question.ts';

export type Wanted = { search: string; type: string; page: number; pageSize: number };

/** @param wanted empty texts match everything; the first page is 1 */
export async function listBank(
  db: Database,
  wanted: Wanted,
): Promise<{ total: number; rows: Question[] }> {
  const matching = and(
    inBank,
    wanted.type === '' ? undefined : eq(questions.type, wanted.type),
    wanted.search === ''
      ? undefined
      : sql`${questions.revisionId} in (select id from ${questionRevisions}
          where ${sql.raw(questionText('question_revisions'))} ilike ${likeWords(wanted.search)})`,
  );
  const [counted] = await db.orm.select({ total: count() }).from(questions).where(matching);
  const total = counted?.total ?? 0;
  const { limit, offset, backwards } = pageWindow(wanted, total);
  const inOrder = (by: Record<'createdAt' | 'position' | 'id', AnyColumn>) =>
    backwards
      ? [asc(by.createdAt), desc(by.position), desc(by.id)]
      : [desc(by.createdAt), asc(by.position), asc(by.id)];
  // The page first, along the index; only its own rows are then looked up.
  const page = db.orm
    .select()
    .from(questions)
    .where(matching)
    .orderBy(...inOrder(questions))
    .limit(limit)
    .offset(offset)
    .as('page');
  const rows = await db.orm
    .select({ revision: questionRevisions })
    .from(page)
    .innerJoin(questionRevisions, eq(questionRevisions.id, page.revisionId))
    .orderBy(...inOrder(page));
  if (backwards) rows.reverse();
  return { total, rows: rows.map(({ revision }) => toQuestion(revision)) };
}
