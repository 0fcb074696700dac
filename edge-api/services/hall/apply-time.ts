// Works out what the proctors' acts do to the time of sittings (extra time, deadline, whether the clock is paused) and writes it.
// Each run starts from all acts, so running it again changes nothing.
import * as z from 'zod/mini';
import { sittingStates } from '#contract/wire/sync.ts';
import { instant, millis } from '#db/instants.ts';
import {
  TIME_ACTS,
  timeActsSchema,
  WORK_IN_PAUSES,
  workInPausesSchema,
} from '#db/queries/time-acts.ts';
import { pausesOf, type SittingSpan, timeByActs, type Work } from '#machines/hall/time-by-acts.ts';
import type { Deps } from '../../deps.ts';
import { settleAgain } from '../sittings/close-overdue.ts';
import { untilUnchanged } from '../sittings/try-again.ts';
import { keptUnderWay } from '../sittings/under-way.ts';
import { statusChange } from '../users/status-change.ts';

const sittingSchema = z.object({
  id: z.string(),
  version: z.int(),
  state: z.enum(sittingStates),
  started: z.number(),
  deadline: z.number(),
  score_told: z.boolean(),
  held_events: z.int(),
  paused: z.nullable(z.number()),
  extra_seconds: z.int(),
  waited_seconds: z.int(),
  cut_seconds: z.int(),
  duration_minutes: z.int(),
  extra_percent: z.int(),
  acts: timeActsSchema,
});
type TimedSitting = z.infer<typeof sittingSchema>;

const READ = `select s.id, s.version, s.state, ${millis('s.started_at')} as started, ${millis('s.deadline_at')} as deadline,
    s.score_told_at is not null as score_told, s.held_events, ${millis('s.paused_at')} as paused, s.extra_seconds, s.waited_seconds, s.cut_seconds, e.duration_minutes, n.extra_percent,
    ${TIME_ACTS('s.exam_id', 's.enrolment_id')} as acts
  from sittings s join enrolments n on n.id = s.enrolment_id join exams e on e.id = s.exam_id
  where s.cell is null and s.id in (select jsonb_array_elements_text($1::text::jsonb))`;

const WRITE = `update sittings s set version = s.version + 1, extra_seconds = t.extra,
    deadline_at = ${instant('t.deadline')}, paused_at = ${instant('t.paused')}
  from jsonb_to_recordset($1::text::jsonb) as t(id text, version int, extra int, deadline float8, paused float8)
  where s.id = t.id and s.version = t.version returning s.id`;
const idsSchema = z.array(z.object({ id: z.string() }));

/** Sittings in one statement: few enough that the statement doesn't hold up pushes for long. */
const PIECE = 500;

export async function applyTime(deps: Deps, sittingIds: readonly string[]): Promise<void> {
  for (let from = 0; from < sittingIds.length; from += PIECE) {
    let left = sittingIds.slice(from, from + PIECE);
    await untilUnchanged(async () => {
      left = await writeTimes(deps, left);
      return left.length === 0 || null;
    });
  }
}

/** @returns ids of the sittings that somebody else changed meanwhile */
async function writeTimes(deps: Deps, sittingIds: readonly string[]): Promise<string[]> {
  const rows = z.array(sittingSchema).parse(await deps.db.rows(READ, [JSON.stringify(sittingIds)]));
  const works = await readWorks(deps, rows);
  const timed = rows.map((row) => withTime(row, works.get(row.id) ?? []));
  const changed = timed.filter(({ isSame }) => !isSame);
  const written = changed.length === 0 ? new Set() : await write(deps, changed);
  const now = deps.now();
  for (const { id, state, deadline, held_events, score_told, isSame } of timed) {
    if (!isSame) keptUnderWay(deps.db).delete(id);
    if (state === 'open' || !(isSame || written.has(id))) continue;
    // Judged by the sitting's state, not by what just changed, so that a server that crashed after writing the deadline does the rest next time.
    const goesOn = state === 'closed' && deadline > now && !score_told;
    // Events that were too late for the old deadline may be in time for the new one.
    if (!isSame || goesOn || held_events > 0) await settleAgain(deps, id);
    if (goesOn) await reopenUnseen(deps, id);
  }
  return changed.flatMap(({ id }) => (written.has(id) ? [] : [id]));
}

function spanOf(row: TimedSitting): SittingSpan {
  return {
    startedAt: row.started,
    durationMinutes: row.duration_minutes,
    extraPercent: row.extra_percent,
    waitedSeconds: row.waited_seconds,
    cutSeconds: row.cut_seconds,
  };
}

/** Work done during pauses, by sitting. Most exams have no pauses, and then nothing is read. */
async function readWorks(deps: Deps, rows: readonly TimedSitting[]): Promise<Map<string, Work[]>> {
  const asked = rows.flatMap((row) => {
    const { id, started } = row;
    const { pauses, anyway } = pausesOf(row.acts, spanOf(row));
    // A pause that isn't over has no end; JSON writes null for it.
    return pauses.map(({ from, to }) => ({ id, started, from, to, anyway }));
  });
  const works = new Map<string, Work[]>();
  if (asked.length === 0) return works;
  const read = await deps.db.rows(WORK_IN_PAUSES, [JSON.stringify(asked)]);
  for (const { id, first, last, receivedAt } of workInPausesSchema.parse(read)) {
    const ends = [first, last].map((at) => ({ at, receivedAt }));
    works.set(id, [...(works.get(id) ?? []), ...ends]);
  }
  return works;
}

function withTime(row: TimedSitting, work: readonly Work[]) {
  const by = timeByActs(row.acts, spanOf(row), work);
  // A sitting that is over has no clock that could be paused.
  const paused = row.state === 'open' ? by.pausedAt : null;
  const isSame =
    by.extraSeconds === row.extra_seconds && by.deadline === row.deadline && paused === row.paused;
  return { ...row, isSame, extra: by.extraSeconds, deadline: by.deadline, paused };
}

/** @returns ids of the sittings that were written */
async function write(
  deps: Deps,
  changed: readonly ReturnType<typeof withTime>[],
): Promise<Set<string>> {
  const times = changed.map(({ id, version, extra, deadline, paused }) => ({
    id,
    version,
    extra,
    deadline,
    paused,
  }));
  const written = await deps.db.rows(WRITE, [JSON.stringify(times)]);
  return new Set(idsSchema.parse(written).map(({ id }) => id));
}

// Reopens a sitting that was over (decision 43). The submission stays as the candidate's progress: its answers count until later
// ones replace them, but it no longer ends the sitting, and its receipt is void.

const REOPENED = statusChange('REOPENED', 'n.status');

/** Afterwards no device has the turn. The next device to open the sitting gets one, later than any turn submitted before. */
const REOPEN = (which: string) => `
with s as (
  update sittings set version = version + 1, state = 'open', device_id = null, receipt = null, closed_at = null,
    reopened_at = ${instant('$2')}, last_heard_at = ${instant('$2')}, waiting = 0, held_events = 0,
    score_told_at = null, transit_seconds = null, late_minutes = null
  where id = $1 and ${which} returning id, enrolment_id
), handed as (
  update submissions h set final = false from s where h.sitting_id = s.id
), scored as (
  update results r set provisional = true, late_work = null from s where r.sitting_id = s.id
), enrolled as (
  update enrolments n set status = ${REOPENED.becomes}, completed_at = null
  from s where n.id = s.enrolment_id and ${REOPENED.moves}
)
select count(*)::int as written from s`;

const writtenSchema = z.tuple([z.object({ written: z.int() })]);

/** @returns false when the sitting is open already */
export function reopenSitting(deps: Deps, sittingId: string): Promise<boolean> {
  return reopen(deps, REOPEN("state <> 'open'"), sittingId);
}

/**
 * Reopens only while the candidate can't have seen a score [AT11]. The statement itself checks this, because the score may be told
 * at this moment.
 * @returns false when the sitting is open already or its score may have been seen
 */
function reopenUnseen(deps: Deps, sittingId: string): Promise<boolean> {
  return reopen(deps, REOPEN("state = 'closed' and score_told_at is null"), sittingId);
}

async function reopen(deps: Deps, statement: string, sittingId: string): Promise<boolean> {
  const [row] = writtenSchema.parse(await deps.db.rows(statement, [sittingId, deps.now()]));
  keptUnderWay(deps.db).delete(sittingId);
  return row.written > 0;
}
