// A candidate's sittings as they look back on them. No score: seeing one has consequences, so it is asked
// for by itself (list-results.ts).

import * as z from 'zod/mini';
import type { OwnSitting } from '#contract/wire/results.ts';
import type { Database } from '#db/client.ts';
import { millis } from '#db/instants.ts';
import { readRevisions } from '../questions/revisions.ts';

const rowsSchema = z.array(
  z.object({
    exam_id: z.string(),
    exam_name: z.string(),
    started: z.number(),
    closed: z.nullable(z.number()),
    code: z.nullable(z.string()),
    received: z.nullable(z.string()),
    items: z.array(z.int()),
    pages: z.boolean(),
  }),
);

const READ = `select s.exam_id, e.name as exam_name, s.receipt->>'code' as code, s.receipt->>'receivedAt' as received,
    ${millis('s.started_at')} as started,
    ${millis('s.closed_at')} as closed,
    coalesce(cardinality(s.pages), 0) > 0 as pages,
    (select coalesce(jsonb_agg(item), '[]') from jsonb_array_elements(p.sections) section,
      jsonb_array_elements(section->'items') item) as items
  from sittings s join exams e on e.id = s.exam_id join papers p on p.enrolment_id = s.enrolment_id
  where s.uid = $1 order by s.started_at desc`;

/** Newest first; one query for the sittings, and at most one for questions that this process hasn't read. */
export async function listOwnSittings(db: Database, uid: string): Promise<OwnSitting[]> {
  const rows = rowsSchema.parse(await db.rows(READ, [uid]));
  const revisions = await readRevisions(
    db,
    rows.flatMap(({ items }) => items),
  );
  const worth = (items: readonly number[]) =>
    items.reduce((total, id) => total + (revisions.get(id)?.weightage ?? 0), 0) / 100;
  return rows.map((row) => ({
    examID: row.exam_id,
    examName: row.exam_name,
    startedAt: new Date(row.started).toISOString(),
    closedAt: row.closed === null ? null : (row.received ?? new Date(row.closed).toISOString()),
    receipt: row.code,
    outOf: worth(row.items),
    pages: row.pages,
  }));
}
