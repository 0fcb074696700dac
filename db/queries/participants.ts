// Everyone who applied for an exam, with their result and the documents that the server holds of them.
import * as z from 'zod/mini';
import { lateWorkSchema } from '#contract/wire/results.ts';
import { educationKeys, statuses } from '#contract/wire/users.ts';
import type { Database } from '../client.ts';
import { personText } from '../schema/search-text.ts';
import { likeWords, pageWindow } from './page-window.ts';
import { PAGE_ORDER, PAGES_WITH_FILES } from './pages.ts';

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
  late_work: z.nullable(lateWorkSchema),
  room: z.string(),
  extra_percent: z.int(),
  larger_text: z.boolean(),
  reader: z.boolean(),
  accommodation_note: z.string(),
  docs: z.nullable(z.array(z.object({ id: z.string(), name: z.string() }))),
});
export type ParticipantRow = z.infer<typeof rowSchema>;

const DETAILS = `select u.uid, u.full_name, u.email, u.mobile, u.address, u.city, u.state, u.education, u.work_exp,
    e.txn_id, e.status, e.room, e.extra_percent, e.larger_text, e.reader, e.accommodation_note, r.sections, r.documents, r.late_work,
    (select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name) order by ${PAGE_ORDER})
     from ${PAGES_WITH_FILES}) as docs
  from jsonb_array_elements_text($1::text::jsonb) with ordinality as wanted(id, place)
  join enrolments e on e.id = wanted.id join users u on u.uid = e.uid
  left join sittings s on s.enrolment_id = e.id
  left join results r on r.sitting_id = s.id
  order by wanted.place`;

const FOUND = `with found as (
    select e.id, e.created_at from users u join enrolments e on e.uid = u.uid and e.exam_id = $1
    where ${personText('u')} ilike $2
    union all select e.id, e.created_at from enrolments e join users u on u.uid = e.uid
    where e.exam_id = $1 and e.txn_id ilike $2 and not ${personText('u')} ilike $2)
  select (select count(*)::int from found) as total,
    (select coalesce(jsonb_agg(page.id), '[]') from (
      select id from found order by created_at, id limit $3::int offset $4::int) page) as ids`;

const idsSchema = z.array(z.object({ id: z.string() }));
const countSchema = z.tuple([z.object({ total: z.int() })]);
const foundSchema = z.tuple([z.object({ total: z.int(), ids: z.array(z.string()) })]);
const placedSchema = z.array(z.object({ id: z.string(), at: z.string() }));

type Wanted = { examId: string; search: string; page: number; pageSize: number };

/** Oldest application first. `page` counts from 1; an empty `search` finds everyone. */
export async function listParticipants(
  db: Database,
  wanted: Wanted,
): Promise<{ rows: ParticipantRow[]; total: number }> {
  const { ids, total } =
    wanted.search === '' ? await pageOfAll(db, wanted) : await pageOfFound(db, wanted);
  return { rows: await readParticipants(db, ids), total };
}

async function pageOfAll(db: Database, { examId, ...wanted }: Wanted) {
  const [{ total }] = countSchema.parse(
    await db.rows('select count(*)::int as total from enrolments where exam_id = $1', [examId]),
  );
  const { limit, offset, backwards } = pageWindow(wanted, total);
  const order = backwards ? 'created_at desc, id desc' : 'created_at, id';
  const rows = await db.rows(
    `select id from enrolments where exam_id = $1 order by ${order} limit $2::int offset $3::int`,
    [examId, limit, offset],
  );
  const ids = idsSchema.parse(rows).map(({ id }) => id);
  return { ids: backwards ? ids.reverse() : ids, total };
}

async function pageOfFound(db: Database, { examId, search, page, pageSize }: Wanted) {
  const asked = [examId, likeWords(search), pageSize, (page - 1) * pageSize];
  const [found] = foundSchema.parse(await db.rows(FOUND, asked));
  return found;
}

async function readParticipants(db: Database, ids: readonly string[]): Promise<ParticipantRow[]> {
  return z.array(rowSchema).parse(await db.rows(DETAILS, [JSON.stringify(ids)]));
}

/**
 * Everyone, in the same order, piece by piece. No transaction stands open between the pieces, however
 * slowly they are taken: who applies meanwhile comes last, and each row is as it is when it is read.
 */
export async function* readAllParticipants(
  db: Database,
  examId: string,
  pieceSize: number,
): AsyncGenerator<ParticipantRow[]> {
  for (let after = { id: '', at: '-infinity' }; ; ) {
    const placed = placedSchema.parse(
      await db.rows(
        `select id, created_at::text as at from enrolments
         where exam_id = $1 and (created_at, id) > ($2::text::timestamptz, $3)
         order by created_at, id limit $4::int`,
        [examId, after.at, after.id, pieceSize],
      ),
    );
    const last = placed.at(-1);
    if (!last) return;
    after = last;
    yield readParticipants(
      db,
      placed.map(({ id }) => id),
    );
  }
}
