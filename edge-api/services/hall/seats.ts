// Whom an act is for, and whether that is the proctor's to do.
import * as z from 'zod/mini';
import type { ActFor } from '#contract/hall/acts.ts';
import { sittingStates } from '#contract/wire/sync.ts';
import type { Database } from '#db/client.ts';
import { millis } from '#db/instants.ts';
import { coversRoom, type WatchedRooms } from '../staff/may-watch.ts';

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
export type Seat = z.infer<typeof seatSchema>;

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
  if ('room' in to && !coversRoom(watched, to.room)) return 'This room is not assigned to you.';
  const row = 'row' in to ? to.row : null;
  const room = 'room' in to ? to.room : null;
  const seats = z.array(seatSchema).parse(await db.rows(READ, [examId, row, room]));
  const [first] = seats;
  if (row !== null && (!first || !coversRoom(watched, first.room)))
    return 'This candidate is not in an exam or room that is assigned to you.';
  return seats;
}
