// Which revisions a paper may be drawn from, by type. Kept per process until the bank changes:
// ten thousand candidates starting at one second must not read the bank ten thousand times.
import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { inBank } from '#db/queries/bank.ts';
import { questions } from '#db/schema/exams.ts';

type Pool = { version: number; byType: ReadonlyMap<string, readonly number[]> };
const kept = new WeakMap<Database, Pool>();

/** @param version of the bank, as just read from bank_state */
export async function readPool(db: Database, version: number): Promise<Pool['byType']> {
  const standing = kept.get(db);
  if (standing?.version === version) return standing.byType;
  const rows = await db.orm
    .select({
      type: questions.type,
      revisions: sql<number[]>`array_agg(${questions.revisionId} order by ${questions.revisionId})`,
    })
    .from(questions)
    .where(inBank)
    .groupBy(questions.type);
  const byType = new Map(rows.map(({ type, revisions }) => [type, revisions]));
  kept.set(db, { version, byType });
  return byType;
}
