// The bank as the administrator pages through it, newest first.
import { and, asc, count, desc, eq, sql } from 'drizzle-orm';
import type { Question } from '#contract/questions.ts';
import type { Database } from '#db/client.ts';
import { inBank } from '#db/queries/bank.ts';
import { questionRevisions, questions } from '#db/schema/exams.ts';
import { toQuestion } from './to-question.ts';

export type Wanted = { search: string; type: string; page: number; pageSize: number };

/** @param wanted empty texts match everything; the first page is 1 */
export async function listBank(
  db: Database,
  wanted: Wanted,
): Promise<{ total: number; rows: Question[] }> {
  const like = `%${wanted.search.replace(/[\\%_]/g, '\\$&')}%`;
  const { text, options } = questionRevisions;
  const matching = and(
    inBank,
    wanted.type === '' ? undefined : eq(questions.type, wanted.type),
    wanted.search === ''
      ? undefined
      : sql`(${text} || E'\n' || array_to_string(${options}, E'\n')) ilike ${like}`,
  );
  const isCurrent = eq(questionRevisions.id, questions.revisionId);
  const [counted] = await db.orm
    .select({ total: count() })
    .from(questions)
    .innerJoin(questionRevisions, isCurrent)
    .where(matching);
  const rows = await db.orm
    .select({ revision: questionRevisions })
    .from(questions)
    .innerJoin(questionRevisions, isCurrent)
    .where(matching)
    .orderBy(desc(questions.createdAt), asc(questions.position), asc(questions.id))
    .limit(wanted.pageSize)
    .offset((wanted.page - 1) * wanted.pageSize);
  return { total: counted?.total ?? 0, rows: rows.map(({ revision }) => toQuestion(revision)) };
}
