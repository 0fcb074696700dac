// Candidates as the office looks for them: newest first or sorted, found by index, a page at a time. Deleted accounts are no
// candidates any more.

import * as z from 'zod/mini';
import type { CandidateRow, CandidateState } from '#contract/desk/candidates.ts';
import type { SortKey } from '#contract/desk/list-sorts.ts';
import { statuses } from '#contract/wire/users.ts';
import type { Database } from '#db/client.ts';
import { millis } from '#db/instants.ts';
import { byText, likeWords, pageWindow, type Sort, sortedBy } from '#db/queries/list-sql.ts';
import { personText } from '#db/schema/search-text.ts';

/** Empty matches everything; the first page is 1. */
type Wanted = {
  search: string;
  state: CandidateState | '';
  page: number;
  pageSize: number;
} & Sort<SortKey<'candidates'>>;

/** SQL of what the list is sorted by. */
const candidateSorts: Record<SortKey<'candidates'>, string> = {
  name: byText('u.full_name'),
  uid: 'u.uid',
  mobile: 'u.mobile',
  email: 'u.email',
  exam: byText('x.name'),
  status: `case when u.blocked_at is not null then 'Blocked' else e.status end`,
  registered: 'u.created_at',
};

/** What sorting by a key reads besides `users`. */
const ENROLLED = 'left join enrolments e on e.id = u.current_enrolment_id';
const joins: Partial<Record<SortKey<'candidates'>, string>> = {
  exam: `${ENROLLED} left join exams x on x.id = e.exam_id`,
  status: ENROLLED,
};

const rowsSchema = z.array(
  z.object({
    uid: z.string(),
    full_name: z.string(),
    mobile: z.nullable(z.string()),
    email: z.nullable(z.string()),
    exam: z.nullable(z.string()),
    status: z.nullable(z.enum(statuses)),
    registered: z.number(),
    blocked: z.nullable(z.number()),
  }),
);
const countSchema = z.tuple([z.object({ total: z.int() })]);
const foundSchema = z.tuple([z.object({ total: z.int(), uids: z.array(z.string()) })]);
const uidsSchema = z.array(z.object({ uid: z.string() }));

/** As the index `users_candidates` has it. */
const ARE_CANDIDATES = `u.role = 'candidate' and u.deleted_at is null`;

/** More words than these are no name. */
const MOST_WORDS = 6;

export async function listCandidates(
  db: Database,
  wanted: Wanted,
): Promise<{ rows: CandidateRow[]; total: number }> {
  const all = wanted.search === '' && wanted.state === '';
  const { uids, total } = await (all ? pageOfAll(db, wanted) : pageOfFound(db, wanted));
  return { rows: await readRows(db, uids), total };
}

async function pageOfAll(db: Database, wanted: Wanted) {
  const [{ total }] = countSchema.parse(
    await db.rows(`select count(*)::int as total from users u where ${ARE_CANDIDATES}`, []),
  );
  const { limit, offset, backwards } = pageWindow(wanted, total);
  const usual = backwards ? 'u.created_at, u.uid desc' : 'u.created_at desc, u.uid';
  const order = sortedBy(candidateSorts, wanted, 'u.uid', backwards) ?? usual;
  const joined = (wanted.sort && joins[wanted.sort]) ?? '';
  const rows = await db.rows(
    `select u.uid from users u ${joined} where ${ARE_CANDIDATES} order by ${order} limit $1::int offset $2::int`,
    [limit, offset],
  );
  const uids = uidsSchema.parse(rows).map(({ uid }) => uid);
  return { uids: backwards ? uids.reverse() : uids, total };
}

async function pageOfFound(db: Database, wanted: Wanted) {
  const { search, state, page, pageSize, sort } = wanted;
  const words = wordsOf(search);
  const holds = [ARE_CANDIDATES, ...words.map((_, at) => `${personText('u')} ilike $${at + 3}`)];
  if (state === 'Blocked') holds.push('u.blocked_at is not null');
  else if (state !== '') holds.push(`e.status = $${words.length + 3}`);
  const enrolled = 'join enrolments e on e.id = u.current_enrolment_id';
  const byStatus = state !== '' && state !== 'Blocked';
  const [found] = foundSchema.parse(
    await db.rows(
      `with found as materialized (
         select u.uid from users u ${byStatus ? enrolled : ''} where ${holds.join(' and ')})
       select (select count(*)::int from found) as total,
         (select coalesce(jsonb_agg(page.uid), '[]') from (
           select u.uid from found join users u on u.uid = found.uid ${(sort && joins[sort]) ?? ''}
           order by ${sortedBy(candidateSorts, wanted, 'u.uid') ?? 'u.created_at desc, u.uid'} limit $1::int offset $2::int) page) as uids`,
      [pageSize, (page - 1) * pageSize, ...words.map(likeWords), ...(byStatus ? [state] : [])],
    ),
  );
  return found;
}

/** Each must be there; a number is found however it is spaced or prefixed, as it is stored in ten digits. */
function wordsOf(search: string): string[] {
  const number = /^(?:\+?91|0)?(\d{10})$/.exec(search.replace(/[\s().-]/g, ''));
  if (number?.[1]) return [number[1]];
  return search.split(/\s+/, MOST_WORDS).filter((word) => word !== '');
}

async function readRows(db: Database, uids: readonly string[]): Promise<CandidateRow[]> {
  const rows = rowsSchema.parse(
    await db.rows(
      `select u.uid, u.full_name, u.mobile, u.email, x.name as exam, e.status,
         ${millis('u.created_at')} as registered, ${millis('u.blocked_at')} as blocked
       from jsonb_array_elements_text($1::text::jsonb) with ordinality as wanted(uid, place)
       join users u on u.uid = wanted.uid
       left join enrolments e on e.id = u.current_enrolment_id left join exams x on x.id = e.exam_id
       order by wanted.place`,
      [JSON.stringify(uids)],
    ),
  );
  return rows.map(({ uid, full_name, mobile, email, exam, status, registered, blocked }) => ({
    uid,
    fullName: full_name,
    mobile: mobile ?? '',
    email: email ?? '',
    exam,
    status,
    registeredAt: new Date(registered).toISOString(),
    blockedAt: blocked === null ? null : new Date(blocked).toISOString(),
  }));
}
