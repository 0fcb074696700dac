// What the question bank is: a question counts once its whole import is in, until it is archived (`retired_at`).
import { count, isNotNull, sql } from 'drizzle-orm';
import type { Orm } from '../client.ts';
import { bankState, imports, questions } from '../schema/exams.ts';

/**
 * The condition on `questions` that every reader of the bank uses. An import is either done or running, and
 * only one is running: so that one is looked up once, not each question's own. (The planner takes
 * `is distinct from` for "hardly any", and then sorts the whole bank for a page.)
 */
export const inBank = sql`(${questions.retiredAt} is null and coalesce(${questions.importId} <> (
  select ${imports.id} from ${imports} where ${imports.state} = 'running'), true))`;

/** Out of the bank, and may be brought back: what a search of the archived finds. */
export const inArchive = isNotNull(questions.retiredAt);

/** How many questions of each type the bank holds, by name of type. */
export async function countByType(orm: Orm): Promise<{ type: string; count: number }[]> {
  return orm
    .select({ type: questions.type, count: count() })
    .from(questions)
    .where(inBank)
    .groupBy(questions.type)
    .orderBy(questions.type);
}

/** Every change of the bank is told to all processes by this, in the change's own transaction. */
export async function bumpBankVersion(tx: Orm): Promise<void> {
  await tx
    .insert(bankState)
    .values({ id: 1, version: 1 })
    .onConflictDoUpdate({ target: bankState.id, set: { version: sql`${bankState.version} + 1` } });
}
