// Exams under way and their candidates, for the administrators who watch. Counts and pages come from the exam's index,
// never candidate by candidate. Instants are milliseconds in both directions.

import * as z from 'zod/mini';
import type { SortKey } from '#contract/desk/list-sorts.ts';
import { type LiveFilter, liveStates } from '#contract/desk/live.ts';
import { examStarts } from '#contract/wire/exams.ts';
import { lateWorkSchema } from '#contract/wire/results.ts';
import { examFormats } from '#contract/wire/values.ts';
import type { Database } from '../client.ts';
import { instant, millis } from '../instants.ts';
import { personText } from '../schema/search-text.ts';
import { byText, type ListPage, likeWords, pageOfAll } from './list-sql.ts';

const examSchema = z.object({
  id: z.string(),
  name: z.string(),
  starts: z.number(),
  duration_minutes: z.int(),
  format: z.enum(examFormats),
  start: z.enum(examStarts),
  sections: z.array(z.object({ fieldType: z.string(), fieldCount: z.int() })),
  paid: z.int(),
  under_way: z.int(),
  silent: z.int(),
  handed_in: z.int(),
  closed: z.int(),
  held: z.int(),
});
export type LiveExamRow = z.infer<typeof examSchema>;

/** Whether the sitting was heard from since the instant $1; a sitting under way that wasn't is silent. */
const HEARD = `s.last_heard_at >= ${instant('$1')}`;
const EXAM = `e.id, e.name, ${millis('e.starts_at')} as starts, e.duration_minutes, e.format, e.start, e.sections, n.*, c.*`;
const COUNTS = `cross join lateral (select count(*)::int as paid from enrolments n
    where n.exam_id = e.id and n.status = 'Fees Paid') n
  cross join lateral (select count(*) filter (where s.state = 'open')::int as under_way,
      count(*) filter (where s.state = 'open' and not ${HEARD})::int as silent,
      count(*) filter (where s.state = 'submitted')::int as handed_in,
      count(*) filter (where s.state = 'closed')::int as closed,
      count(*) filter (where s.held_events > 0)::int as held
    from sittings s where s.exam_id = e.id) c`;

/**
 * Exams with a sitting under way, and Active ones that open between `dayStart` and `dayEnd`: first those that have
 * opened, the latest first, then the next.
 */
export async function listLiveExams(
  db: Database,
  when: { now: number; heardSince: number; dayStart: number; dayEnd: number },
): Promise<LiveExamRow[]> {
  const rows = await db.rows(
    `with live as (
       select distinct exam_id as id from sittings where state = 'open'
       union select id from exams where status = 'Active' and hidden_at is null
         and starts_at >= ${instant('$2')} and starts_at < ${instant('$3')})
     select ${EXAM} from live join exams e on e.id = live.id ${COUNTS}
     order by greatest(e.starts_at, ${instant('$4')}), e.starts_at desc, e.id`,
    [when.heardSince, when.dayStart, when.dayEnd, when.now],
  );
  return z.array(examSchema).parse(rows);
}

/** @returns null when there is no such exam */
export async function readLiveExam(
  db: Database,
  examId: string,
  heardSince: number,
): Promise<LiveExamRow | null> {
  const [row] = await db.rows(`select ${EXAM} from exams e ${COUNTS} where e.id = $2`, [
    heardSince,
    examId,
  ]);
  return row ? examSchema.parse(row) : null;
}

type LiveSort = SortKey<'live'>;

export type LiveWanted = ListPage<LiveSort> & {
  examId: string;
  filter: LiveFilter;
  search: string;
};

const liveSorts: Readonly<Record<LiveSort, string>> = {
  name: byText('u.full_name'),
  answered: 'coalesce(s.answered, 0)',
  waiting: 's.waiting',
  heard: 's.last_heard_at',
  ends: 's.deadline_at',
  extra: 's.extra_seconds',
  devices: 's.epoch',
  held: 's.held_events',
};

/** The id is the enrolment's for those who have not started, and the sitting's for everyone else. */
const STARTED = `s.exam_id = $2 and case $3::text
    when 'under-way' then s.state = 'open'
    when 'silent' then s.state = 'open' and not ${HEARD}
    when 'handed-in' then s.state = 'submitted'
    when 'closed' then s.state = 'closed'
    when 'held' then s.held_events > 0
    else true end`;
const NOT_STARTED = `s.exam_id = $2 and s.status = 'Fees Paid'
  and not exists (select from sittings t where t.enrolment_id = s.id)
  and $1::float8 is not null and $3::text is not null`;

/**
 * An empty `search` finds everyone in that state. Unsorted lists are in the order of ids, which never changes. So are
 * candidates who have not started, if the sort key belongs to a sitting.
 */
export async function listLiveIds(
  db: Database,
  { examId, filter, search, heardSince, ...wanted }: LiveWanted & { heardSince: number },
): Promise<{ ids: string[]; total: number }> {
  const isStarted = filter !== 'not-started';
  const from = isStarted ? 'sittings s' : 'enrolments s';
  const where = isStarted ? STARTED : NOT_STARTED;
  const sort = isStarted || wanted.sort === 'name' ? wanted.sort : undefined;
  const asked = [heardSince, examId, filter];
  const people = 'join users u on u.uid = s.uid';
  const found =
    search === ''
      ? { from, joined: sort === 'name' ? people : '', where, params: asked }
      : {
          from: `${from} ${people}`,
          joined: '',
          where: `${where} and ${personText('u')} ilike $4`,
          params: [...asked, likeWords(search)],
        };
  return pageOfAll(
    db,
    { ...found, id: 's.id', sorts: liveSorts, usual: ['s.id asc', 's.id desc'] },
    { ...wanted, sort },
  );
}

const personSchema = z.object({ uid: z.string(), full_name: z.string() });

/** Enrolments without a sitting, in the requested order. */
export async function readNotStarted(db: Database, ids: readonly string[]) {
  const rows = await db.rows(
    `select u.uid, u.full_name from jsonb_array_elements_text($1::text::jsonb) with ordinality as w(id, place)
     join enrolments e on e.id = w.id join users u on u.uid = e.uid order by w.place`,
    [JSON.stringify(ids)],
  );
  return z.array(personSchema).parse(rows);
}

const sittingSchema = z.extend(personSchema, {
  id: z.string(),
  state: z.enum(liveStates),
  last_heard: z.number(),
  deadline: z.number(),
  extra_seconds: z.int(),
  epoch: z.int(),
  waiting: z.int(),
  held_events: z.int(),
  late_work: z.nullable(lateWorkSchema),
  /** 0 for a sitting that a cell brought, which has no paper here. */
  questions: z.int(),
  answered: z.int(),
});
export type LiveSittingRow = z.infer<typeof sittingSchema>;

/** In the requested order. */
export async function readLiveSittings(
  db: Database,
  ids: readonly string[],
  heardSince: number,
): Promise<LiveSittingRow[]> {
  const rows = await db.rows(
    `select s.id, u.uid, u.full_name,
       case s.state when 'submitted' then 'handed-in' when 'closed' then 'closed'
         else case when ${HEARD} then 'under-way' else 'silent' end end as state,
       ${millis('s.last_heard_at')} as last_heard,
       ${millis('s.deadline_at')} as deadline,
       s.extra_seconds, s.epoch, s.waiting, s.held_events, r.late_work, coalesce(s.answered, 0) as answered,
       (select coalesce(sum(jsonb_array_length(part -> 'items')), 0)::int from jsonb_array_elements(p.sections) part) as questions
     from jsonb_array_elements_text($2::text::jsonb) with ordinality as w(id, place)
     join sittings s on s.id = w.id join users u on u.uid = s.uid
     left join papers p on p.enrolment_id = s.enrolment_id left join results r on r.sitting_id = s.id order by w.place`,
    [heardSince, JSON.stringify(ids)],
  );
  return z.array(sittingSchema).parse(rows);
}
