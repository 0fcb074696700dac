// Everything that an opening is judged by, read in one statement: the exam, the candidate's enrolment, and the paper prepared for it.
import * as z from 'zod/mini';
import { examStarts } from '#contract/wire/exams.ts';
import { examFormats } from '#contract/wire/values.ts';
import { millis } from '#db/instants.ts';
import { TIME_ACTS, timeActsSchema } from '#db/queries/time-acts.ts';
import { type TimeByActs, timeByActs } from '#machines/hall/time-by-acts.ts';
import type { SittingStart } from '#machines/sitting/deadline.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { rowInGroups } from '../in-groups.ts';
import { LATE_MINUTES, TRANSIT_SECONDS, TRUSTS_MEASURED } from './read-sitting.ts';

const preparedSchema = z.object({
  sittingId: z.string(),
  version: z.int(),
  sections: z.array(z.object({ name: z.string(), items: z.array(z.int()) })),
});
/** A paper drawn in advance, with the id of the sitting that it is for. */
export type Prepared = z.infer<typeof preparedSchema>;

const doorSchema = z.object({
  exam_id: z.string(),
  name: z.string(),
  description: z.string(),
  format: z.enum(examFormats),
  active: z.boolean(),
  starts: z.number(),
  duration_minutes: z.int(),
  sections: z.array(z.object({ fieldType: z.string(), fieldCount: z.int() })),
  start: z.enum(examStarts),
  key_version: z.int(),
  exam_version: z.int(),
  time_acts: z.int(),
  enrolment_id: z.nullable(z.string()),
  status: z.nullable(z.string()),
  room: z.nullable(z.string()),
  extra_percent: z.nullable(z.int()),
  larger_text: z.nullable(z.boolean()),
  another_device: z.enum(['self', 'approval']),
  acts: timeActsSchema,
  sitting_id: z.nullable(z.string()),
  bank_version: z.nullable(z.int()),
  transit_seconds: z.number(),
  late_minutes: z.number(),
  trusts_measured: z.boolean(),
  prepared: z.nullable(preparedSchema),
  /** The prepared paper must not be sat any more: its key was out before the start was moved, or the paper is for another room. */
  is_stale: z.boolean(),
  /** `reserved`: the greatest turn reserved for a device. `own_turn`: this device's latest turn, with the version of the paper that it is for. */
  reserved: z.int(),
  own_turn: z.nullable(z.object({ epoch: z.int(), version: z.int() })),
  /** When somebody was first told a start code that opens this paper; null if nobody was, or if no device has the paper. */
  code_told: z.nullable(z.number()),
});

// A candidate has few enrolments. `offset 0` makes the planner start from them, even when it believes that the exam has few as well;
// otherwise it would read those of the whole exam hall.
const DOOR = `
select a.n, found.* from a, lateral (
select e.id as exam_id, e.name, e.description, e.format, e.status = 'Active' and e.hidden_at is null as active,
  ${millis('e.starts_at')} as starts, e.duration_minutes, e.sections, e.start, e.key_version, e.version as exam_version, e.time_acts,
  n.id as enrolment_id, n.status, n.room, n.extra_percent, n.larger_text,
  e.another_device, ${TIME_ACTS('e.id', 'n.id')} as acts, s.id as sitting_id,
  (select version from bank_state where id = 1) as bank_version,
  ${TRANSIT_SECONDS} as transit_seconds, ${LATE_MINUTES} as late_minutes, ${TRUSTS_MEASURED} as trusts_measured,
  case when q.sitting_id is null then null
    else json_build_object('sittingId', q.sitting_id, 'version', q.version, 'sections', q.sections) end as prepared,
  q.sitting_id is not null and (q.out_since is not null or e.start = 'own' and q.room <> n.room and not exists (
    select from start_codes c where c.exam_id = e.id and c.room in ('', q.room) and c.released_at is not null)) as is_stale,
  (select coalesce(max(d.epoch), 0) from prepared_devices d where d.sitting_id = q.sitting_id) as reserved,
  (select json_build_object('epoch', d.epoch, 'version', d.version) from prepared_devices d
    where d.sitting_id = q.sitting_id and d.device_id = a.device order by d.epoch desc limit 1) as own_turn,
  (select ${millis('min(c.released_at)')} from start_codes c where c.exam_id = e.id and c.room in ('', n.room, q.room)
    and exists (select from prepared_devices d where d.sitting_id = q.sitting_id)) as code_told
from exams e
left join lateral (select * from enrolments where uid = a.uid offset 0) n on n.exam_id = e.id
left join sittings s on s.enrolment_id = n.id
left join lateral (
  select p.sitting_id, p.version, p.sections, p.room, p.out_since from prepared_papers p
  where p.enrolment_id = n.id order by p.version desc limit 1) q on true
where e.id = a.exam offset 0) found`;

/** The facts for a candidate who is enrolled and has paid. `active` says whether the exam can be opened. */
export type Door = z.infer<typeof doorSchema> & { enrolment_id: string };

const readTogether = rowInGroups<{ uid: string; exam: string; device: string }>(
  'uid text, exam text, device text',
  DOOR,
);

/** @throws Problem not-found, not-eligible */
export async function readDoor(
  deps: Pick<Deps, 'db'>,
  { uid }: { uid: string },
  examId: string,
  deviceId = '',
): Promise<Door> {
  const row = await readTogether(deps.db, { uid, exam: examId, device: deviceId });
  if (!row) throw new Problem('not-found');
  const { enrolment_id, ...door } = doorSchema.parse(row);
  if (!enrolment_id || door.status === 'Registered') throw new Problem('not-eligible');
  return { ...door, enrolment_id };
}

type Timed = { duration_minutes: number; extra_percent: number | null; acts: Door['acts'] };

/** When a sitting with this start ends, counting the extra time agreed beforehand and all proctors' acts so far. */
export function timesFromStart(
  { duration_minutes, extra_percent, acts }: Timed,
  start: SittingStart,
): SittingStart & TimeByActs {
  const span = {
    durationMinutes: duration_minutes,
    extraPercent: extra_percent ?? 0,
    cutSeconds: 0,
    ...start,
  };
  return { ...start, ...timeByActs(acts, span) };
}

export type StartTimes = ReturnType<typeof timesFromStart>;
