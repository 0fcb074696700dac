// The desk's list of candidates: newest first or sorted, found by index, a page at a time. Deleted accounts are left out.

import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { normaliseUid } from '#api/services/auth/find-user.ts';
import { indiaTime } from '#api/services/india-time.ts';
import {
  type ListColumns,
  listWorkbook,
  text,
  type Workbook,
} from '#api/services/workbook/stream-workbook.ts';
import type { CandidateRow, CandidateState } from '#contract/desk/candidates.ts';
import type { SortKey } from '#contract/desk/list-sorts.ts';
import { statuses } from '#contract/wire/users.ts';
import type { Database, Orm } from '#db/client.ts';
import { millis } from '#db/instants.ts';
import {
  byText,
  inPieces,
  type ListPage,
  likeWords,
  onlyChosen,
  pageOfAll,
  sortedBy,
} from '#db/queries/list-sql.ts';
import { CURRENT, joinCurrent } from '#db/queries/users.ts';
import { users } from '#db/schema/people.ts';
import { personText } from '#db/schema/search-text.ts';
import { Problem } from '../../problem.ts';

/** Empty values match everything. */
type Filter = { search: string; state: CandidateState | '' };

type Wanted = Filter & ListPage<SortKey<'candidates'>>;

/** The SQL that each sort key stands for. */
const candidateSorts: Record<SortKey<'candidates'>, string> = {
  name: byText('u.full_name'),
  uid: 'u.uid',
  mobile: 'u.mobile',
  email: 'u.email',
  exam: byText('x.name'),
  status: `case when u.blocked_at is not null then 'Blocked' else e.status end`,
  registered: 'u.created_at',
};

/** The joins that a sort key needs besides `users`. */
const ENROLLED = joinCurrent('left join');
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
    city: z.string(),
    state: z.string(),
    exam: z.nullable(z.string()),
    status: z.nullable(z.enum(statuses)),
    registered: z.number(),
    blocked: z.nullable(z.number()),
  }),
);
const foundSchema = z.tuple([z.object({ total: z.int(), ids: z.array(z.string()) })]);
const uidsSchema = z.array(z.object({ uid: z.string() }));

/** The same condition as in the index `users_candidates`. */
const ARE_CANDIDATES = `u.role = 'candidate' and u.deleted_at is null`;

/** No name has more words. Further words of a search are ignored. */
const MOST_WORDS = 6;

export async function listCandidates(
  db: Database,
  wanted: Wanted,
): Promise<{ rows: CandidateRow[]; total: number }> {
  const { search, state, sort } = wanted;
  const everyone = {
    from: 'users u',
    joined: (sort && joins[sort]) ?? '',
    where: ARE_CANDIDATES,
    params: [],
    id: 'u.uid',
    sorts: candidateSorts,
    usual: ['u.created_at desc, u.uid', 'u.created_at, u.uid desc'],
  } as const;
  const { ids, total } = await (search === '' && state === ''
    ? pageOfAll(db, everyone, wanted)
    : pageOfFound(db, wanted));
  const rows = (await readRows(db, ids)).map(({ city: _, state: __, ...row }) => row);
  return { rows, total };
}

async function pageOfFound(db: Database, wanted: Wanted) {
  const { page, pageSize, sort } = wanted;
  const { matching, asked } = matchOf(wanted, 3);
  const [found] = foundSchema.parse(
    await db.rows(
      `with found as materialized (select u.uid from ${matching})
       select (select count(*)::int from found) as total,
         (select coalesce(jsonb_agg(page.uid), '[]') from (
           select u.uid from found join users u on u.uid = found.uid ${(sort && joins[sort]) ?? ''}
           order by ${sortedBy(candidateSorts, wanted, 'u.uid') ?? 'u.created_at desc, u.uid'} limit $1::int offset $2::int) page) as ids`,
      [pageSize, (page - 1) * pageSize, ...asked],
    ),
  );
  return found;
}

/** @param first the number of the first parameter @returns the SQL after `from`, and its parameters */
function matchOf({ search, state }: Filter, first: number): { matching: string; asked: string[] } {
  const asked = wordsOf(search).map(likeWords);
  const holds = [
    ARE_CANDIDATES,
    ...asked.map((_, at) => `${personText('u')} ilike $${at + first}`),
  ];
  const byStatus = state !== '' && state !== 'Blocked';
  if (state === 'Blocked') holds.push('u.blocked_at is not null');
  else if (byStatus) holds.push(`e.status = $${asked.push(state) + first - 1}`);
  const enrolled = byStatus ? joinCurrent('join') : '';
  return { matching: `users u ${enrolled} where ${holds.join(' and ')}`, asked };
}

/** The words that must all be found. A mobile number becomes its ten digits, as stored, however it is spaced or prefixed. */
function wordsOf(search: string): string[] {
  const number = /^(?:\+?91|0)?(\d{10})$/.exec(search.replace(/[\s().-]/g, ''));
  if (number?.[1]) return [number[1]];
  return search.split(/\s+/, MOST_WORDS).filter((word) => word !== '');
}

/** A row of the workbook, which has more columns than the screen. */
type Row = CandidateRow & { city: string; state: string };

async function readRows(db: Database, uids: readonly string[]): Promise<Row[]> {
  const rows = rowsSchema.parse(
    await db.rows(
      `select u.uid, u.full_name, u.mobile, u.email, u.city, u.state, x.name as exam, e.status,
         ${millis('u.created_at')} as registered, ${millis('u.blocked_at')} as blocked
       from jsonb_array_elements_text($1::text::jsonb) with ordinality as wanted(uid, place)
       join users u on u.uid = wanted.uid
       left join enrolments e on e.id = ${CURRENT} left join exams x on x.id = e.exam_id
       order by wanted.place`,
      [JSON.stringify(uids)],
    ),
  );
  return rows.map(({ full_name, mobile, email, registered, blocked, ...row }) => ({
    ...row,
    fullName: full_name,
    mobile: mobile ?? '',
    email: email ?? '',
    registeredAt: new Date(registered).toISOString(),
    blockedAt: blocked === null ? null : new Date(blocked).toISOString(),
  }));
}

const PIECE = 500;

/** All candidates that match, or the chosen ones among them, newest first. */
async function* readCandidates(db: Database, wanted: Filter & { chosen: string }) {
  const { matching, asked } = matchOf(wanted, 2);
  const [only, chosen] = onlyChosen('u.uid', wanted.chosen, asked.length + 2);
  const lastAt = '(select created_at from users where uid = $1::text)';
  const after = `($1::text = '' or u.created_at < ${lastAt} or (u.created_at = ${lastAt} and u.uid > $1))`;
  const pieces = inPieces<string>(PIECE, async (last = '') => {
    const found = await db.rows(
      `select u.uid from ${matching} and ${after} ${only} order by u.created_at desc, u.uid limit ${PIECE}`,
      [last, ...asked, ...chosen],
    );
    return uidsSchema.parse(found).map(({ uid }) => uid);
  });
  for await (const uids of pieces) yield await readRows(db, uids);
}

export function exportCandidates(db: Database, wanted: Filter & { chosen: string }): Workbook {
  return listWorkbook('Candidates', columns, readCandidates(db, wanted));
}

const columns: ListColumns<Row> = [
  [text('Name', 28), ({ fullName }) => fullName],
  [text('UID', 10), ({ uid }) => uid],
  [text('Mobile', 14), ({ mobile }) => mobile],
  [text('Email', 30), ({ email }) => email],
  [text('City', 16), ({ city }) => city],
  [text('State', 18), ({ state }) => state],
  [text('Exam', 40), ({ exam }) => exam ?? ''],
  [
    text('Status', 12),
    ({ blockedAt, status }) => (blockedAt === null ? (status ?? '') : 'Blocked'),
  ],
  [text('Registered (IST)', 20), ({ registeredAt }) => indiaTime(registeredAt)],
];

// Finds the candidate that the office names. Staff, administrators and deleted accounts are never found, so no act on a
// candidate can reach them by their uid.

type CandidateUser = typeof users.$inferSelect;

const meant = (uid: string) => and(eq(users.uid, normaliseUid(uid)), eq(users.role, 'candidate'));

/** @throws Problem not-found */
export async function findCandidate(orm: Orm, uid: string): Promise<CandidateUser> {
  const [user] = await orm.select().from(users).where(meant(uid));
  return notDeleted(user);
}

/** Locks the candidate: a payment, admission or deletion waits until the transaction ends. @throws Problem not-found */
export async function lockCandidate(tx: Orm, uid: string): Promise<CandidateUser> {
  const [user] = await tx.select().from(users).where(meant(uid)).for('update');
  return notDeleted(user);
}

function notDeleted(user: CandidateUser | undefined): CandidateUser {
  if (!user) throw new Problem('not-found');
  if (user.deletedAt === null) return user;
  throw new Problem('not-found', {
    sentence:
      'This candidate’s account was deleted. Their results and payments are kept, without their name.',
  });
}

/** The refusal of an act on an enrolment that has been moved to another exam since the office saw it. */
export function movedMeanwhile(): Problem {
  return new Problem('changed-meanwhile', {
    sentence:
      'The candidate was moved to another exam in the meantime. Reload the page to see which.',
  });
}

/** A hash of the details that the office may change. A change names the version that the office saw. */
export function versionOf(
  user: Pick<CandidateUser, 'fullName' | 'mobile' | 'email' | 'dateOfBirth' | 'note'>,
): string {
  const text = JSON.stringify([
    user.fullName,
    user.mobile,
    user.email,
    user.dateOfBirth,
    user.note,
  ]);
  return createHash('sha256').update(text).digest('base64url');
}
