// Everyone who applied for an exam, with their result and the documents that the server has from them.

import * as z from 'zod/mini';
import type { SortKey } from '#contract/desk/list-sorts.ts';
import { educationKeys } from '#contract/site/registration.ts';
import { lateWorkSchema } from '#contract/wire/results.ts';
import { statuses, type UserStatus } from '#contract/wire/users.ts';
import type { Database } from '../client.ts';
import { personText } from '../schema/search-text.ts';
import { TOO_LATE, tooLateSchema } from './held.ts';
import {
  byNumberIn,
  byText,
  countRows,
  inPieces,
  type ListPage,
  likeWords,
  onlyChosen,
  pageOfAll,
  sortedBy,
} from './list-sql.ts';
import { PAGE_ORDER, PAGES_WITH_FILES } from './marking.ts';

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
  too_late: z.nullable(tooLateSchema),
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
    ${TOO_LATE} as too_late,
    (select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name) order by ${PAGE_ORDER})
     from ${PAGES_WITH_FILES}) as docs
  from jsonb_array_elements_text($1::text::jsonb) with ordinality as wanted(id, place)
  join enrolments e on e.id = wanted.id join users u on u.uid = e.uid
  left join sittings s on s.enrolment_id = e.id
  left join results r on r.sitting_id = s.id
  order by wanted.place`;

/** With this status, or any if none is named. */
const OF_STATUS = `($2::text = '' or e.status = $2::text)`;

const FOUND = `with found as (
    select e.id, e.uid, e.created_at, e.status, e.txn_id, e.room from users u join enrolments e on e.uid = u.uid and e.exam_id = $1
    where ${OF_STATUS} and ${personText('u')} ilike $3
    union all select e.id, e.uid, e.created_at, e.status, e.txn_id, e.room from enrolments e join users u on u.uid = e.uid
    where e.exam_id = $1 and ${OF_STATUS} and e.txn_id ilike $3 and not ${personText('u')} ilike $3
    union all select e.id, e.uid, e.created_at, e.status, e.txn_id, e.room from enrolments e join users u on u.uid = e.uid
    where e.exam_id = $1 and ${OF_STATUS} and e.room ilike $3
      and not coalesce(e.txn_id, '') ilike $3 and not ${personText('u')} ilike $3)`;

const education = (key: string) => `u.education ->> '${key}'`;

/** SQL of the sort keys; `e` is the enrolment. */
const participantSorts: Record<SortKey<'participants'>, string> = {
  name: byText('u.full_name'),
  email: 'u.email',
  mobile: 'u.mobile',
  address: byText('u.address'),
  city: byText('u.city'),
  state: byText('u.state'),
  txn: byText('e.txn_id'),
  ...(Object.fromEntries(
    educationKeys.map((key) => [
      key,
      key.endsWith('Stream') ? byText(education(key)) : byNumberIn(education(key)),
    ]),
  ) as Record<(typeof educationKeys)[number], string>),
  workExp: byText('u.work_exp'),
  status: 'e.status',
  total: 'r.total',
  room: byText('e.room'),
};

/** Joins that sorting by a key needs beside the enrolment. */
function joinsOf(sort: SortKey<'participants'> | undefined): string {
  if (sort === undefined || sort === 'status' || sort === 'txn' || sort === 'room') return '';
  if (sort !== 'total') return 'join users u on u.uid = e.uid';
  return 'left join sittings s on s.enrolment_id = e.id left join results r on r.sitting_id = s.id';
}

const foundSchema = z.tuple([z.object({ total: z.int(), ids: z.array(z.string()) })]);
const placedSchema = z.array(z.object({ id: z.string(), at: z.string() }));
type Placed = z.infer<typeof placedSchema>[number];

/** Empty texts find everyone. */
export type ParticipantSearch = { examId: string; search: string; status: UserStatus | '' };
export type ParticipantsWanted = ParticipantSearch & ListPage<SortKey<'participants'>>;

/** Oldest application first, or sorted. */
export async function listParticipantRows(
  db: Database,
  wanted: ParticipantsWanted,
): Promise<{ rows: ParticipantRow[]; total: number }> {
  const { examId, status, search, sort } = wanted;
  const everyone = {
    from: 'enrolments e',
    joined: joinsOf(sort),
    where: `e.exam_id = $1 and ${OF_STATUS}`,
    params: [examId, status],
    id: 'e.id',
    sorts: participantSorts,
    usual: ['e.created_at, e.id', 'e.created_at desc, e.id desc'],
  } as const;
  const { ids, total } = await (search === ''
    ? pageOfAll(db, everyone, wanted)
    : pageOfFound(db, wanted));
  return { rows: await readParticipants(db, ids), total };
}

async function pageOfFound(db: Database, wanted: ParticipantsWanted) {
  const { examId, status, search, page, pageSize, sort } = wanted;
  const order = sortedBy(participantSorts, wanted, 'e.id') ?? 'e.created_at, e.id';
  const [found] = foundSchema.parse(
    await db.rows(
      `${FOUND} select (select count(*)::int from found) as total,
         (select coalesce(jsonb_agg(page.id), '[]') from (
           select e.id from found e ${joinsOf(sort)} order by ${order} limit $4::int offset $5::int) page) as ids`,
      [examId, status, likeWords(search), pageSize, (page - 1) * pageSize],
    ),
  );
  return found;
}

async function readParticipants(db: Database, ids: readonly string[]): Promise<ParticipantRow[]> {
  return z.array(rowSchema).parse(await db.rows(DETAILS, [JSON.stringify(ids)]));
}

/** Whether any work in an exam came late, whatever became of it. */
export async function hasLateWork(db: Database, examId: string): Promise<boolean> {
  const late = `(select 1 from sittings s left join results r on r.sitting_id = s.id
    where s.exam_id = $1 and (${TOO_LATE} is not null or r.late_work is not null) limit 1) late`;
  return (await countRows(db, late, [examId])) > 0;
}

/**
 * All participants that match, or those of them chosen by uid, oldest application first. People who apply meanwhile
 * come last, and each row is as it is when it is read.
 */
export async function* readAllParticipants(
  db: Database,
  { examId, status, search, chosen }: ParticipantSearch & { chosen: string },
  pieceSize: number,
): AsyncGenerator<ParticipantRow[]> {
  const words = search === '' ? [] : [likeWords(search)];
  const [only, ids] = onlyChosen('e.uid', chosen, 6 + words.length);
  const pieces = inPieces<Placed>(pieceSize, async (last = { id: '', at: '-infinity' }) =>
    placedSchema.parse(
      await db.rows(
        `select e.id, e.created_at::text as at from enrolments e ${search === '' ? '' : 'join users u on u.uid = e.uid'}
         where e.exam_id = $1 and ${OF_STATUS} and (e.created_at, e.id) > ($3::text::timestamptz, $4)
           ${search === '' ? '' : `and (${personText('u')} ilike $6 or e.txn_id ilike $6 or e.room ilike $6)`} ${only}
         order by e.created_at, e.id limit $5::int`,
        [examId, status, last.at, last.id, pieceSize, ...words, ...ids],
      ),
    ),
  );
  for await (const placed of pieces)
    yield readParticipants(
      db,
      placed.map(({ id }) => id),
    );
}
