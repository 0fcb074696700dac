// Rescores: a corrected key on its way to the sittings that used the question.
import { and, desc, eq, ne } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Database, Orm } from '../client.ts';
import { rescores } from '../schema/sittings.ts';

export type RescoreRow = typeof rescores.$inferSelect;

/** The question's unfinished rescore, locked until the transaction ends; null if there is none. */
export async function lockOpenRescore(tx: Orm, questionId: string): Promise<RescoreRow | null> {
  const [row] = await tx
    .select()
    .from(rescores)
    .where(and(eq(rescores.questionId, questionId), ne(rescores.state, 'done')))
    .for('update');
  return row ?? null;
}

export async function findLatestRescore(orm: Orm, questionId: string): Promise<RescoreRow | null> {
  const [row] = await orm
    .select()
    .from(rescores)
    .where(eq(rescores.questionId, questionId))
    .orderBy(desc(rescores.keyRevisionId), desc(rescores.askedAt), desc(rescores.id))
    .limit(1);
  return row ?? null;
}

const sections = z.array(z.object({ name: z.string(), hundredths: z.int() }));
const changeSchema = z.object({
  sitting_id: z.string(),
  uid: z.string(),
  full_name: z.string(),
  exam_name: z.string(),
  documents: z.nullable(z.int()),
  before: sections,
  after: sections,
  applied: z.boolean(),
});

export async function countChanges(
  db: Database,
  rescoreId: string,
): Promise<{ waiting: number; applied: number }> {
  const [row] = await db.rows(
    `select count(*)::int - count(applied_at)::int as waiting, count(applied_at)::int as applied
     from rescore_changes where rescore_id = $1`,
    [rescoreId],
  );
  return z.object({ waiting: z.int(), applied: z.int() }).parse(row);
}

/** In the order of their sittings. `page` counts from 1. */
export async function listChangeRows(
  db: Database,
  wanted: { rescoreId: string; page: number; pageSize: number },
): Promise<z.infer<typeof changeSchema>[]> {
  const rows = await db.rows(
    `select c.sitting_id, s.uid, u.full_name, e.name as exam_name, r.documents, c.before, c.after,
       c.applied_at is not null as applied
     from (select * from rescore_changes where rescore_id = $1
       order by sitting_id limit $2::int offset $3::int) c
     join sittings s on s.id = c.sitting_id join users u on u.uid = s.uid
     join exams e on e.id = s.exam_id join results r on r.sitting_id = s.id
     order by c.sitting_id`,
    [wanted.rescoreId, wanted.pageSize, (wanted.page - 1) * wanted.pageSize],
  );
  return z.array(changeSchema).parse(rows);
}

const scannedSchema = z.array(z.object({ id: z.string(), holds: z.boolean(), ended: z.boolean() }));

/**
 * The next sittings by id, of any exam; `holds` says whether the paper has one of the revisions. Sittings without the
 * question are returned too, so each piece costs the same, however rare the question is.
 */
export async function scanSittings(
  db: Database,
  wanted: { after: string; most: number; revisionIds: readonly number[] },
): Promise<z.infer<typeof scannedSchema>> {
  const patterns = JSON.stringify(wanted.revisionIds.map((id) => [{ items: [id] }]));
  const rows = await db.rows(
    `with next as (select id, enrolment_id, state from sittings where id > $1 order by id limit $2::int)
     select n.id, n.state <> 'open' as ended,
       exists (select from jsonb_array_elements($3::text::jsonb) as pattern where p.sections @> pattern) as holds
     from next n left join papers p on p.enrolment_id = n.enrolment_id order by n.id`,
    [wanted.after, wanted.most, patterns],
  );
  return scannedSchema.parse(rows);
}

const storedSchema = z.array(z.object({ sitting_id: z.string(), sections }));

export async function readStoredSections(
  db: Database,
  sittingIds: readonly string[],
): Promise<ReadonlyMap<string, z.infer<typeof sections>>> {
  const rows = await db.rows(
    `select sitting_id, sections from results
     where sitting_id in (select jsonb_array_elements_text($1::text::jsonb))`,
    [JSON.stringify(sittingIds)],
  );
  return new Map(storedSchema.parse(rows).map((row) => [row.sitting_id, row.sections]));
}

/** Raises the sittings' versions: a caller that has read them and not written them yet must read them again. */
export async function outdateReaders(db: Database, sittingIds: readonly string[]): Promise<void> {
  await db.rows(
    `update sittings s set version = s.version + 1 from (
       select id from sittings where id in (select jsonb_array_elements_text($1::text::jsonb))
       order by id for update) mine
     where s.id = mine.id`,
    [JSON.stringify(sittingIds)],
  );
}
