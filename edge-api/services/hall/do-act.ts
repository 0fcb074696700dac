// Carries out a proctor's act. Doing an act again has the same result, so a server that crashed halfway does it once more.

import * as z from 'zod/mini';
import type { ActFor, HallAct } from '#contract/hall/acts.ts';
import { sittingStates } from '#contract/wire/sync.ts';
import type { Database } from '#db/client.ts';
import { millis } from '#db/instants.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { decideHeld } from '../sittings/held.ts';
import { keptUnderWay } from '../sittings/under-way.ts';
import { coversRoom, type WatchedRooms } from '../staff/assign-exam.ts';
import { applyTime, reopenSitting } from './apply-time.ts';

/**
 * @param seats the candidates that the act is for
 * @param from the phone on which the act was done, and when
 * @returns further details for the audit log
 * @throws Problem with a sentence for the proctor when the act can't be done
 */
export async function doAct(
  deps: Deps,
  actor: string,
  act: HallAct,
  seats: readonly Seat[],
  from: { device: string; doneAt: string },
): Promise<Record<string, unknown> | null> {
  const sittings = seats.flatMap(({ sitting_id }) => sitting_id ?? []);
  switch (act.kind) {
    case 'extra-time':
      if ('row' in act.to) refuseAfterScore(deps, act.minutes, from.doneAt, seats);
      await applyTime(deps, sittings);
      return { sittings: sittings.length };
    case 'pause':
    case 'resume':
      await applyTime(deps, sittings);
      return { sittings: sittings.length };
    case 'reopen':
      return reopen(deps, seats);
    case 'allow-device':
      return allowDevice(deps, seats, act.wanted ?? null);
    case 'check-in':
      return checkIn(deps, act, seats);
    case 'decide-held': {
      const { counted, reason, seen } = act;
      const [sittingId = ''] = sittings;
      await decideHeld(deps, actor, sittingId, { counted, reason, seen }, from);
      return null;
    }
    case 'resync':
    case 'incident':
      return { sittings: sittings.length };
  }
}

function refuse(sentence: string): never {
  throw new Problem('invalid', { sentence });
}

/**
 * Once a candidate knows a score, they could find answers by trying. So the proctor must use Reopen and give a reason to let
 * the candidate continue. Extra time is allowed while events from before the submission are still missing, because it reopens
 * nothing. It is also allowed if it was given before the end and has run out since: the act just arrived after a faster hand-over.
 */
function refuseAfterScore(
  deps: Pick<Deps, 'now'>,
  minutes: number,
  doneAt: string,
  [seat]: readonly Seat[],
): void {
  if (!seat?.score_seen || seat.lacks_some) return;
  const end = seat.deadline ?? 0;
  if (Date.parse(doneAt) <= end && end + minutes * 60_000 <= deps.now()) return;
  refuse(
    'This candidate’s exam is over, and they may have seen a score. To let them continue anyway, use Reopen and say why.',
  );
}

async function reopen(
  deps: Deps,
  [seat]: readonly Seat[],
): Promise<Record<string, unknown> | null> {
  if (!seat?.sitting_id) return refuse('This candidate hasn’t started the exam.');
  if (seat.cell) return refuse(`This candidate took the exam on ${seat.cell}. Reopen it there.`);
  await applyTime(deps, [seat.sitting_id]);
  // applyTime has already reopened a closed sitting whose time continues.
  await reopenSitting(deps, seat.sitting_id);
  return seat.score_seen ? { scoreSeen: true } : null;
}

/** Once a sitting is over, only for a phone that asks: its work may still come, and it gets no turn by that. */
const ALLOW = `update sittings set version = version + 1, allowed_device = coalesce($2, wanted_device),
    wanted_device = case when $2::text is null or wanted_device = $2 then null else wanted_device end
  where id = $1 and (state = 'open' or wanted_device is not null) and coalesce($2, wanted_device) is not null returning allowed_device`;

async function allowDevice(
  deps: Deps,
  [seat]: readonly Seat[],
  wanted: string | null,
): Promise<Record<string, unknown>> {
  if (!seat?.sitting_id) return refuse('This candidate hasn’t started the exam.');
  const [row] = await deps.db.rows(ALLOW, [seat.sitting_id, wanted]);
  if (!row) return refuse('No other phone has asked for this exam. Open the exam on it first.');
  keptUnderWay(deps.db).delete(seat.sitting_id);
  return { allowed: wanted };
}

/** The check-in that was done last counts, not the one that arrived last. */
const CHECK_IN = `
with last as (
  select (body->>'present')::boolean as present, body->>'photo' as photo, done_at from proctor_acts
  where exam_id = $2 and kind = 'check-in' and body->'covers' ? $1
  order by done_at desc, id desc limit 1
)
update enrolments n set checked_in_at = case when last.present then last.done_at end,
  checked_in_photo = case when last.present then last.photo end
from last where n.id = $1`;

async function checkIn(
  deps: Deps,
  { examId }: HallAct,
  [seat]: readonly Seat[],
): Promise<Record<string, unknown>> {
  await deps.db.rows(CHECK_IN, [seat?.id ?? '', examId]);
  return { uid: seat?.uid };
}

// Finds the candidates that an act is for, and checks that the proctor may act on them.

const seatSchema = z.object({
  id: z.string(),
  uid: z.string(),
  room: z.string(),
  sitting_id: z.nullable(z.string()),
  state: z.nullable(z.enum(sittingStates)),
  /** Milliseconds since 1970, by the server's clock. */
  deadline: z.nullable(z.number()),
  /** The cell that ran the sitting (decision 87). */
  cell: z.nullable(z.string()),
  /** The candidate may have seen a score. */
  score_seen: z.boolean(),
  /** Submitted, but events or pages haven't arrived yet. */
  lacks_some: z.boolean(),
});
/** A candidate who may sit the exam; `id` is the enrolment's. */
type Seat = z.infer<typeof seatSchema>;

const READ = `select n.id, n.uid, n.room, s.id as sitting_id, s.state, s.cell, ${millis('s.deadline_at')} as deadline,
    coalesce(s.state = 'submitted' or s.state = 'closed' and s.score_told_at is not null, false) as score_seen,
    coalesce(s.state = 'submitted' and s.score_told_at is null and s.receipt is null, false) as lacks_some
  from enrolments n left join sittings s on s.enrolment_id = n.id
  where n.exam_id = $1 and n.status <> 'Registered'
    and ($2::text is null or n.id = $2) and ($3::text is null or n.room = $3) order by n.id`;

/** @returns the seats, or a sentence for the proctor when the candidate or room isn't theirs or the candidate isn't in the exam */
export async function seatsFor(
  db: Database,
  examId: string,
  to: ActFor,
  watched: WatchedRooms,
): Promise<Seat[] | string> {
  if ('all' in to && !watched.all)
    return 'Only a proctor of the whole exam can do this for everyone.';
  if ('room' in to && !coversRoom(watched, to.room)) return 'This room isn’t assigned to you.';
  const row = 'row' in to ? to.row : null;
  const room = 'room' in to ? to.room : null;
  const seats = z.array(seatSchema).parse(await db.rows(READ, [examId, row, room]));
  const [first] = seats;
  if (row !== null && (!first || !coversRoom(watched, first.room)))
    return 'This candidate isn’t in an exam or room assigned to you.';
  return seats;
}
