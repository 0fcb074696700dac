// The question bank: a question belongs to it once its whole import is done, until it is archived (`retired_at`).
import { count, isNotNull, sql } from 'drizzle-orm';
import type { Orm } from '../client.ts';
import { bankState, imports, questions } from '../schema/exams.ts';

/**
 * The condition on `questions` that every reader of the bank uses. An import is either done or running, and only one
 * can be running, so that one is looked up once instead of each question's. (The planner takes
 * `is distinct from` for "hardly any", and would sort the whole bank for a page.)
 */
export const inBank = sql`(${questions.retiredAt} is null and coalesce(${questions.importId} <> (
  select ${imports.id} from ${imports} where ${imports.state} = 'running'), true))`;

/** Archived, and can be restored: what a search of the archived finds. */
export const inArchive = isNotNull(questions.retiredAt);

/** How many questions of each type the bank holds, by type name. */
export async function countByType(orm: Orm): Promise<{ type: string; count: number }[]> {
  return orm
    .select({ type: questions.type, count: count() })
    .from(questions)
    .where(inBank)
    .groupBy(questions.type)
    .orderBy(questions.type);
}

/** Tells all processes about a change of the bank, in the change's own transaction. */
export async function bumpBankVersion(tx: Orm): Promise<void> {
  await tx
    .insert(bankState)
    .values({ id: 1, version: 1 })
    .onConflictDoUpdate({ target: bankState.id, set: { version: sql`${bankState.version} + 1` } });
}
