// Creates a sitting that began on a phone, with the exam's key or a start code, when the first thing of it arrives: a push, a submission,
// a hand-over or a text message. Its paper and its turn were reserved when the phone fetched the paper. Its time counts from what the
// server knows, never from when the phone says that it began.
import * as z from 'zod/mini';
import { examStarts } from '#contract/wire/exams.ts';
import { examFormats } from '#contract/wire/values.ts';
import { instant, millis } from '#db/instants.ts';
import { TIME_ACTS, timeActsSchema } from '#db/queries/time-acts.ts';
import { startOfBeginning } from '#machines/sitting/deadline.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { asBegun, type Beginning, beginSitting } from './begin.ts';
import { checkAllowed } from './device-key.ts';
import { timesFromStart } from './door.ts';
import { readPaced } from './read-paced.ts';
import {
  LATE_MINUTES,
  readWhole,
  TRANSIT_SECONDS,
  TRUSTS_MEASURED,
  type WholeSitting,
} from './read-sitting.ts';
import { untilUnchanged } from './try-again.ts';
import { keptUnderWay } from './under-way.ts';

const reservationSchema = z.object({
  epoch: z.int(),
  version: z.int(),
  sections: z.array(z.object({ name: z.string(), items: z.array(z.int()) })),
  enrolment_id: z.string(),
  uid: z.string(),
  exam_id: z.string(),
  exam_version: z.int(),
  time_acts: z.int(),
  start: z.enum(examStarts),
  starts: z.number(),
  /** Since when the paper's key was out, if the exam's start was moved after that; `starts` is then the start before the move. */
  out_since: z.nullable(z.number()),
  duration_minutes: z.int(),
  extra_percent: z.int(),
  acts: timeActsSchema,
  /** When somebody was first told a start code that opens this paper; null while nobody was. */
  released: z.nullable(z.number()),
  another_device: z.enum(['self', 'approval']),
  format: z.enum(examFormats),
  transit_seconds: z.number(),
  late_minutes: z.number(),
  trusts_measured: z.boolean(),
});
type Reservation = z.infer<typeof reservationSchema>;

const RESERVATION = `
select d.epoch, d.version, p.sections, n.id as enrolment_id, n.uid, e.id as exam_id, e.version as exam_version, e.time_acts, e.start,
  ${millis('coalesce(p.former_start, e.starts_at)')} as starts, ${millis('p.out_since')} as out_since,
  e.duration_minutes, n.extra_percent, e.another_device, ${TIME_ACTS('e.id', 'n.id')} as acts,
  e.format, ${TRANSIT_SECONDS} as transit_seconds, ${LATE_MINUTES} as late_minutes, ${TRUSTS_MEASURED} as trusts_measured,
  (select ${millis('min(c.released_at)')} from start_codes c where c.exam_id = e.id and c.room in ('', n.room, p.room)) as released
from prepared_devices d
join prepared_papers p on p.sitting_id = d.sitting_id and p.version = d.version
join enrolments n on n.id = p.enrolment_id
join exams e on e.id = p.exam_id
where d.sitting_id = $1 and d.device_id = $2 and ($3::int = 0 or d.epoch = $3::int)
order by d.epoch desc limit 1`;

export type Brought = {
  sittingId: string;
  deviceId: string;
  /** The turn in which the work was done; left out when what arrived doesn't say. */
  epoch?: number;
};

/**
 * @param of uid that the sitting must belong to for it to be started or joined; left out when the sender was proven another way
 * @returns the sitting, in which this device has its turn if one was reserved for it; null when there is no sitting and none was prepared
 * on this device
 * @throws Problem not-open-yet (nothing can have begun), device-not-allowed (a proctor must allow it first); throttled, only with `of`
 */
export async function readOrStart(
  deps: Deps,
  brought: Brought,
  of?: string,
): Promise<WholeSitting | null> {
  return (await untilUnchanged(() => attempt(deps, brought, of))).sitting;
}

async function attempt(
  deps: Deps,
  { sittingId, deviceId, epoch = 0 }: Brought,
  of: string | undefined,
): Promise<{ sitting: WholeSitting | null } | null> {
  const sitting = await (of === undefined
    ? readWhole(deps.db, { sittingId })
    : readPaced(deps, { sittingId }));
  const isKnown = sitting?.turns.some(
    ([device, turn]) => device === deviceId && (epoch === 0 || turn === epoch),
  );
  if (isKnown) return { sitting };
  const [row] = await deps.db.rows(RESERVATION, [sittingId, deviceId, epoch]);
  if (!row) return { sitting };
  const reservation = reservationSchema.parse(row);
  if (of !== undefined && reservation.uid !== of) return { sitting };
  if (!sitting) return startFrom(deps, reservation, sittingId, deviceId);
  const joined = await joinSitting(deps, sitting, reservation, deviceId);
  return joined ? { sitting: await readWhole(deps.db, { sittingId }) } : null;
}

async function startFrom(
  deps: Deps,
  reservation: Reservation,
  sittingId: string,
  deviceId: string,
): Promise<{ sitting: WholeSitting } | null> {
  const { epoch, version, sections, start, starts, released, out_since } = reservation;
  const now = deps.now();
  // A paper opened before the start was moved counts from that time, never from the new start.
  const since = out_since ?? (start === 'together' ? starts : released);
  // In an `own` exam the key comes with opening the sitting, or by a start code that somebody was told.
  if (since === null || now < starts)
    throw new Problem('not-open-yet', {
      retryAfter: Math.max(1, Math.ceil((starts - now) / 1_000)),
    });
  const beginning: Beginning = {
    enrolmentId: reservation.enrolment_id,
    uid: reservation.uid,
    examId: reservation.exam_id,
    paper: { sittingId, version, sections, isNew: false },
    turn: { deviceId, epoch, isReserved: true },
    times: timesFromStart(
      reservation,
      startOfBeginning({ start: out_since === null ? start : 'own', starts }, since),
    ),
    by: start === 'together' ? 'key' : 'code',
    judgedBy: reservation,
    tokenHash: null,
  };
  const begun = await beginSitting(deps.db, beginning, now);
  return begun ? { sitting: asBegun(beginning, reservation) } : null;
}

const JOIN = `
with s as (
  update sittings set version = version + 1,
    device_id = case when moves then $4 else device_id end, epoch = case when moves then $3::int else epoch end
  from (select $3::int > $5::int and $6::boolean as moves) m
  where id = $1 and version = $2::int returning id, uid, moves
), turn as (
  insert into sitting_devices (sitting_id, epoch, device_id, opened_at)
  select id, $3::int, $4, ${instant('$7')} from s on conflict do nothing
), noted as (
  insert into audit_log (at, actor, action, subject, detail)
  select ${instant('$7')}, uid, 'sitting.moved', id, jsonb_build_object('device', $4::text, 'epoch', $3::int) from s where moves
)
select count(*)::int as written from s`;

const writtenSchema = z.tuple([z.object({ written: z.int() })]);

/** Used when two devices began, each with the paper it had: what both did comes in, and the device with the greater turn writes (rule 10). */
async function joinSitting(
  deps: Deps,
  sitting: WholeSitting,
  { epoch, exam_id, enrolment_id, another_device }: Reservation,
  deviceId: string,
): Promise<boolean> {
  if (another_device === 'approval')
    await checkAllowed(deps, { exam_id, enrolment_id, sitting_id: sitting.id }, deviceId);
  const [row] = writtenSchema.parse(
    await deps.db.rows(JOIN, [
      sitting.id,
      sitting.version,
      epoch,
      deviceId,
      sitting.epoch,
      sitting.state === 'open',
      deps.now(),
    ]),
  );
  keptUnderWay(deps.db).delete(sitting.id);
  return row.written === 1;
}
