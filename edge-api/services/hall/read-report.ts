// The report of an exam session, limited to what the caller watches.
import * as z from 'zod/mini';
import type { Caller } from '#api/services/auth/sessions.ts';
import { hallActKinds } from '#contract/hall/acts.ts';
import type { HallReport } from '#contract/hall/report.ts';
import { millis } from '#db/instants.ts';
import { listHeldOfExam } from '#db/queries/held.ts';
import type { Deps } from '../../deps.ts';
import { toHeld } from '../sittings/held.ts';
import { readBoard } from './read-board.ts';

/** A session has some dozens of acts; nobody reads more than this. */
const MOST_ACTS = 2_000;
/** Sittings with late work; the whole log of each is read. */
const MOST_LATE = 200;

const READ = `
select a.id, a.kind, ${millis('a.done_at')} as at, u.full_name as by, a.body->'to'->>'row' as row, a.body->'to'->>'room' as room,
  (a.body->>'minutes')::int as minutes, coalesce(a.body->>'note', a.body->>'reason', '') as words
from proctor_acts a join users u on u.uid = a.uid
where a.exam_id = $1 and a.outcome = 'done' and a.kind <> 'resync' order by a.done_at, a.id limit ${MOST_ACTS}`;
const actSchema = z.object({
  id: z.string(),
  kind: z.enum(hallActKinds),
  at: z.number(),
  by: z.string(),
  row: z.nullable(z.string()),
  room: z.nullable(z.string()),
  minutes: z.nullable(z.int()),
  words: z.string(),
});

/** Sittings whose submission came through a proctor's phone or a text message. */
const HANDED_OVER = `select s.enrolment_id as row from sittings s where s.exam_id = $1 and exists (
  select from submissions b where b.sitting_id = s.id and b.final and b.way <> 'network')`;
const handedSchema = z.array(z.object({ row: z.string() }));

/** @throws Problem forbidden, not-found */
export async function readReport(deps: Deps, caller: Caller, examId: string): Promise<HallReport> {
  const { now, exam, rows } = await readBoard(deps, caller, examId);
  const acts = z.array(actSchema).parse(await deps.db.rows(READ, [examId]));
  const handed = handedSchema.parse(await deps.db.rows(HANDED_OVER, [examId]));
  const late = await toHeld(deps, await listHeldOfExam(deps.db, examId, MOST_LATE));
  const names = new Map(rows.map(({ id, name, uid }) => [id, `${name} (${uid})`]));
  const uids = new Set(rows.map(({ uid }) => uid));
  const count = (is: (row: (typeof rows)[number]) => boolean) => rows.filter(is).length;
  return {
    now,
    exam,
    counts: {
      enrolled: rows.length,
      present: count(({ checkedInAt }) => checkedInAt !== null),
      started: count(({ state }) => state !== null),
      underWay: count(({ state }) => state === 'open'),
      submitted: count(({ state }) => state === 'submitted'),
      received: count(({ received }) => received),
      handedOver: handed.filter(({ row }) => names.has(row)).length,
      closed: count(({ state }) => state === 'closed'),
      held: count(({ held }) => held > 0),
    },
    late: late
      .filter(({ uid, acts: waiting }) => uids.has(uid) && waiting > 0)
      .map(({ uid, fullName, acts: waiting, held }) => ({
        whom: `${fullName} (${uid})`,
        acts: waiting,
        why: [...new Set(held.flatMap(({ why }) => why))],
      })),
    acts: acts
      .filter(
        ({ row, room }) =>
          (row === null || names.has(row)) &&
          (room === null || exam.rooms === null || exam.rooms.includes(room)),
      )
      .map(({ row, room, at, ...act }) => ({
        ...act,
        at: new Date(at).toISOString(),
        whom: row === null ? room : (names.get(row) ?? null),
      })),
  };
}
