// Corrected keys that papers drawn before are scored by. Read anew each time, since they change: one indexed
// statement. Which revision says what never changes and is kept (revisions.ts).
import * as z from 'zod/mini';
import type { Database } from '#db/client.ts';

const rowsSchema = z.array(z.object({ revision_id: z.int(), key_revision_id: z.int() }));

const READ = `select c.revision_id, c.key_revision_id from key_corrections c
  where c.revision_id in (select value::int from jsonb_array_elements_text($1::text::jsonb))`;

/** @returns from the revision in the paper to the revision whose key it is scored by; without those not corrected */
export async function readCorrections(
  db: Database,
  revisionIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = rowsSchema.parse(await db.rows(READ, [JSON.stringify(revisionIds)]));
  return new Map(rows.map((row) => [row.revision_id, row.key_revision_id]));
}
