// Ended sittings, for markers of documents. The list is paged by sitting id, so rows that leave it when they are marked
// don't shift the ones that follow.

import { and, eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { MarkingFilter } from '#contract/desk/marking.ts';
import { examFormats } from '#contract/wire/values.ts';
import type { Database, Orm } from '../client.ts';
import { millis } from '../instants.ts';
import { sittings } from '../schema/sittings.ts';
import { countRows, likeWords } from './list-sql.ts';

const markFields = {
  uid: z.string(),
  full_name: z.string(),
  provisional: z.boolean(),
  documents: z.nullable(z.int()), // hundredths
  documents_by: z.nullable(z.string()),
  documents_at: z.nullable(z.number()), // ms
  documents_reason: z.string(),
  outdated: z.boolean(),
};
const rowSchema = z.object({ id: z.string(), ...markFields, pages: z.int() });
type MarkingRow = z.infer<typeof rowSchema>;

const markSchema = z.object({
  ...markFields,
  held_events: z.int(),
  sections: z.array(z.object({ name: z.string(), hundredths: z.int() })),
  exam_id: z.string(),
  format: z.enum(examFormats),
  /** How many pages the candidate's device named; null if it named none. */
  named: z.nullable(z.int()),
  /** Pages that count and have arrived, in the candidate's order. */
  files: z.array(z.object({ id: z.string(), name: z.string(), media_type: z.string() })),
});
type SittingMark = z.infer<typeof markSchema>;

/** The pages have changed since the mark. */
const OUTDATED = `(r.documents is not null and coalesce(s.pages_since > r.documents_at, false))`;

const MARK = `s.uid, u.full_name, r.provisional, r.documents, r.documents_by, r.documents_reason,
  ${millis('r.documents_at')} as documents_at`;
const FROM = `sittings s join results r on r.sitting_id = s.id join users u on u.uid = s.uid`;
/** Without sittings brought in from a cell, which were marked there. */
const MARKABLE = `s.state <> 'open' and s.cell is null`;
const WANTED = `s.exam_id = $1 and ${MARKABLE}
  and ($2::text = '' or u.full_name ilike $2::text or u.uid ilike $2::text)
  and case $3::text when 'all' then true when 'marked' then r.documents is not null
    else r.documents is null or ${OUTDATED} end`;

export type MarkableWanted = {
  examId: string;
  search: string;
  filter: MarkingFilter;
  /** The last sitting of the previous page, or empty. */
  after: string;
  pageSize: number;
};

export async function listMarkableRows(
  db: Database,
  wanted: MarkableWanted,
): Promise<{ rows: MarkingRow[]; total: number }> {
  const pattern = wanted.search === '' ? '' : likeWords(wanted.search);
  const asked = [wanted.examId, pattern, wanted.filter] as const;
  const total = await countRows(db, `${FROM} where ${WANTED}`, asked);
  const rows = await db.rows(
    `select s.id, ${MARK}, ${OUTDATED} as outdated,
       (select count(*)::int from ${PAGES}) as pages from ${FROM}
     where ${WANTED} and s.id > $4::text order by s.id limit $5::int`,
    [...asked, wanted.after, wanted.pageSize],
  );
  return { rows: z.array(rowSchema).parse(rows), total };
}

/** How many sittings of an exam have ended, and how many of them have a mark. */
export async function countMarked(
  db: Database,
  examId: string,
): Promise<{ ended: number; marked: number }> {
  const [row] = await db.rows(
    `select count(*)::int as ended, count(r.documents)::int as marked
     from sittings s join results r on r.sitting_id = s.id where s.exam_id = $1 and ${MARKABLE}`,
    [examId],
  );
  return z.object({ ended: z.int(), marked: z.int() }).parse(row);
}

/** @returns null if it has not ended or doesn't exist */
export async function readMark(db: Database, sittingId: string): Promise<SittingMark | null> {
  const [row] = await db.rows(
    `select ${MARK}, ${OUTDATED} as outdated, s.exam_id, e.format, s.held_events, r.sections, case when s.pages is not null then (select count(distinct page)::int from unnest(s.pages) page) end as named,
       (select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'media_type', f.media_type)
          order by ${PAGE_ORDER}), '[]') from ${PAGES_WITH_FILES}) as files
     from ${FROM} join exams e on e.id = s.exam_id where s.id = $1 and ${MARKABLE}`,
    [sittingId],
  );
  return row ? markSchema.parse(row) : null;
}

// The document pages of a sitting that count and have arrived. The sitting's row has the named ones, written from
// `project`.

/** Whether a page counts; if no device named any, all that were sent do. */
const COUNTS = `(s.pages is null or d.sha256 = any(s.pages))`;

/** SQL for the pages of the sitting `s` that count and have arrived; `d` is each page. */
export const PAGES = `sitting_documents d where d.sitting_id = s.id and ${COUNTS}`;

/** The same pages, each with its file `f`. */
export const PAGES_WITH_FILES = `sitting_documents d join files f on f.id = d.file_id where d.sitting_id = s.id and ${COUNTS}`;

/** SQL that puts the pages in the candidate's order. */
export const PAGE_ORDER = `array_position(s.pages, d.sha256), d.received_at, d.sha256`;

/** Notes that a page has arrived. If it counts, a mark for the earlier pages is outdated. */
export async function pageCame(
  tx: Orm,
  { sittingId, sha256, at }: { sittingId: string; sha256: string; at: Date },
): Promise<void> {
  const counts = sql`(${sittings.pages} is null or ${sha256} = any(${sittings.pages}))`;
  await tx
    .update(sittings)
    .set({ pagesSince: at })
    .where(and(eq(sittings.id, sittingId), counts));
}
