// Everyone who applied for an exam, with their result and the documents that the server holds of them.
import * as z from 'zod/mini';
import { educationKeys, statuses } from '#contract/users.ts';
import type { Database } from '../client.ts';

const rowSchema = z.object({
  uid: z.string(),
  full_name: z.string(),
  email: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  education: z.partialRecord(z.enum(educationKeys), z.string()),
  work_exp: z.string(),
  txn_id: z.nullable(z.string()),
  status: z.enum(statuses),
  sections: z.nullable(z.array(z.object({ name: z.string(), hundredths: z.int() }))),
  documents: z.nullable(z.int()),
  docs: z.nullable(z.array(z.object({ id: z.string(), name: z.string() }))),
});
export type ParticipantRow = z.infer<typeof rowSchema>;

const FROM = `from enrolments e join users u on u.uid = e.uid
  left join sittings s on s.enrolment_id = e.id
  left join results r on r.sitting_id = s.id
  where e.exam_id = $1 and ($2::text = '' or concat_ws(' ', u.full_name, u.email, u.mobile, u.uid, u.city, e.txn_id) ilike $2::text)`;

/**
 * The pages a candidate's phone named last, in their order: pages taken out again are not handed in.
 * Nothing when the documents came without the log, from another client.
 */
const NAMED_PAGES = `select string_to_array(v.answer, ',') as named from sitting_events v
  where v.sitting_id = s.id and v.type = 'documents' and v.refusal is null
  order by v.epoch desc, v.seq desc limit 1`;

/** Oldest application first. `page` counts from 1; an empty `search` finds everyone. */
export async function listParticipants(
  db: Database,
  wanted: { examId: string; search: string; page: number; pageSize: number },
): Promise<{ rows: ParticipantRow[]; total: number }> {
  const pattern = wanted.search === '' ? '' : `%${wanted.search.replace(/[\\%_]/g, '\\$&')}%`;
  const [counted] = await db.rows(`select count(*)::int as total ${FROM}`, [
    wanted.examId,
    pattern,
  ]);
  const rows = await db.rows(
    `select u.uid, u.full_name, u.email, u.mobile, u.address, u.city, u.state, u.education, u.work_exp,
       e.txn_id, e.status, r.sections, r.documents,
       (select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name)
          order by array_position(pages.named, d.sha256), d.received_at, d.sha256)
        from sitting_documents d join files f on f.id = d.file_id
        left join lateral (${NAMED_PAGES}) pages on true
        where d.sitting_id = s.id and (pages.named is null or d.sha256 = any(pages.named))) as docs
     ${FROM} order by e.created_at, e.id limit $3::int offset $4::int`,
    [wanted.examId, pattern, wanted.pageSize, (wanted.page - 1) * wanted.pageSize],
  );
  return {
    rows: z.array(rowSchema).parse(rows),
    total: z.object({ total: z.int() }).parse(counted).total,
  };
}
