// Sittings that have ended, for who marks their documents. Paged by the sitting's id: rows that leave the
// list when they are marked don't shift the ones that follow.
import * as z from 'zod/mini';
import type { MarkingFilter } from '#contract/desk/marking.ts';
import type { Database } from '../client.ts';
import { likeWords } from './page-window.ts';

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
export type MarkingRow = z.infer<typeof rowSchema>;

const markSchema = z.object({
  ...markFields,
  held_events: z.int(),
  sections: z.array(z.object({ name: z.string(), hundredths: z.int() })),
  files: z.array(
    z.object({ sha256: z.string(), id: z.string(), name: z.string(), media_type: z.string() }),
  ),
});
export type SittingMark = z.infer<typeof markSchema>;

/** A page of theirs, or word of another order, came after the mark. */
const CAME_LATER = `(exists (select from sitting_documents d where d.sitting_id = s.id and d.received_at > r.documents_at)
  or exists (select from sitting_events v where v.sitting_id = s.id and v.type = 'documents' and v.refusal is null
    and v.received_at > extract(epoch from r.documents_at) * 1000))`;
/** Whatever comes late is settled anew, so the list needs to look only at sittings settled after the mark. */
const OUTDATED = `(r.documents is not null and r.computed_at > r.documents_at and ${CAME_LATER})`;

const MARK = `s.uid, u.full_name, r.provisional, r.documents, r.documents_by, r.documents_reason,
  (extract(epoch from r.documents_at) * 1000)::float8 as documents_at`;
const FROM = `from sittings s join results r on r.sitting_id = s.id join users u on u.uid = s.uid`;
const WANTED = `s.exam_id = $1 and s.state <> 'open'
  and ($2::text = '' or u.full_name ilike $2::text or u.uid ilike $2::text)
  and case $3::text when 'all' then true when 'marked' then r.documents is not null
    else r.documents is null or ${OUTDATED} end`;

/** The pages that the log names last, in whichever order; all that are held when it names none. */
const PAGES = `(select count(*)::int from sitting_documents d
  left join lateral (select string_to_array(v.answer, ',') as named from sitting_events v
    where v.sitting_id = s.id and v.type = 'documents' and v.refusal is null
    order by v.epoch desc, v.seq desc limit 1) last on true
  where d.sitting_id = s.id and (last.named is null or d.sha256 = any(last.named)))`;

/** @param wanted `after` is the last sitting of the page before, or empty */
export async function listMarkable(
  db: Database,
  wanted: {
    examId: string;
    search: string;
    filter: MarkingFilter;
    after: string;
    pageSize: number;
  },
): Promise<{ rows: MarkingRow[]; total: number }> {
  const pattern = wanted.search === '' ? '' : likeWords(wanted.search);
  const asked = [wanted.examId, pattern, wanted.filter] as const;
  const [counted] = await db.rows(`select count(*)::int as total ${FROM} where ${WANTED}`, asked);
  const rows = await db.rows(
    `select s.id, ${MARK}, ${OUTDATED} as outdated, ${PAGES} as pages ${FROM}
     where ${WANTED} and s.id > $4::text order by s.id limit $5::int`,
    [...asked, wanted.after, wanted.pageSize],
  );
  return {
    rows: z.array(rowSchema).parse(rows),
    total: z.object({ total: z.int() }).parse(counted).total,
  };
}

/** How many sittings of an exam have ended, and how many of them bear a mark. */
export async function countMarked(
  db: Database,
  examId: string,
): Promise<{ ended: number; marked: number }> {
  const [row] = await db.rows(
    `select count(*)::int as ended, count(r.documents)::int as marked
     from sittings s join results r on r.sitting_id = s.id where s.exam_id = $1 and s.state <> 'open'`,
    [examId],
  );
  return z.object({ ended: z.int(), marked: z.int() }).parse(row);
}

/** Pages come in the order of their arrival. @returns null when it has not ended, or is none at all */
export async function readMark(db: Database, sittingId: string): Promise<SittingMark | null> {
  const [row] = await db.rows(
    `select ${MARK}, (r.documents is not null and ${CAME_LATER}) as outdated, s.held_events, r.sections,
       (select coalesce(json_agg(json_build_object('sha256', d.sha256, 'id', f.id, 'name', f.name, 'media_type', f.media_type)
          order by d.received_at, d.sha256), '[]')
        from sitting_documents d join files f on f.id = d.file_id where d.sitting_id = s.id) as files
     ${FROM} where s.id = $1 and s.state <> 'open'`,
    [sittingId],
  );
  return row ? markSchema.parse(row) : null;
}
