// What an act does. Each may be done again with the same result: a server that fell over in between does it once more.

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
 * @param seats those it is for
 * @param from on which phone it was done, and when
 * @returns what the audit log says besides
 * @throws Problem with a sentence for the proctor: it can't be done
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
 * Once a score is known, answers could be found by trying: letting somebody continue then needs saying, and why. Extra
 * time where acts from before the submission are still missing opens nothing. Nor does time that was given before the end
 * and has run out since: it merely arrives after a faster hand-over.
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
  // A closed one is open by now, since its time continues.
  await reopenSitting(deps, seat.sitting_id);
  return seat.score_seen ? { scoreSeen: true } : null;
}

const ALLOW = `update sittings set version = version + 1, allowed_device = coalesce($2, wanted_device),
    wanted_device = case when $2::text is null or wanted_device = $2 then null else wanted_device end
  where id = $1 and state = 'open' and coalesce($2, wanted_device) is not null returning allowed_device`;

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

/** The last word counts, by when it was said. */
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

// Whom an act is for, and whether that is the proctor's to do.

const seatSchema = z.object({
  id: z.string(),
  uid: z.string(),
  room: z.string(),
  sitting_id: z.nullable(z.string()),
  state: z.nullable(z.enum(sittingStates)),
  /** ms by the server's clock. */
  deadline: z.nullable(z.number()),
  /** The cell that it was sat on (decision 87). */
  cell: z.nullable(z.string()),
  /** Its candidate may have seen a score. */
  score_seen: z.boolean(),
  /** Submitted, but acts or pages are still to come. */
  lacks_some: z.boolean(),
});
/** A candidate with a right to sit the exam; `id` is the enrolment's. */
type Seat = z.infer<typeof seatSchema>;

const READ = `select n.id, n.uid, n.room, s.id as sitting_id, s.state, s.cell, ${millis('s.deadline_at')} as deadline,
    coalesce(s.state = 'submitted' or s.state = 'closed' and s.score_told_at is not null, false) as score_seen,
    coalesce(s.state = 'submitted' and s.score_told_at is null and s.receipt is null, false) as lacks_some
  from enrolments n left join sittings s on s.enrolment_id = n.id
  where n.exam_id = $1 and n.status <> 'Registered'
    and ($2::text is null or n.id = $2) and ($3::text is null or n.room = $3) order by n.id`;

/** @returns a sentence for the proctor where it isn't theirs, or nobody is there */
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
