// A sitting comes into being: one statement, whoever begins it. It keeps the paper, when its time began and ends, and the
// turn of the device that began it.
import * as z from 'zod/mini';
import type { Database } from '#db/client.ts';
import { instant } from '#db/instants.ts';
import { noteRow } from '../hall/changes.ts';
import type { Prepared, StartTimes } from './door.ts';
import type { WholeSitting } from './read-sitting.ts';

const BEGIN = `
with drawn as (
  insert into prepared_papers (sitting_id, version, enrolment_id, exam_id, sections, drawn_at, room)
  select $1, $2::int, $3, $4, $5::text::jsonb, ${instant('$6')}, (select room from enrolments where id = $3) where $7::boolean
  on conflict do nothing returning sitting_id
), reserved as (
  insert into prepared_devices (sitting_id, epoch, device_id, version, ready_at)
  select $1, $8::int, $9, $2::int, ${instant('$6')}
  where $10::boolean and (not $7::boolean or exists (select from drawn))
  on conflict do nothing returning epoch
), paper as (
  insert into papers (enrolment_id, sections, drawn_at)
  select $3, $5::text::jsonb, ${instant('$6')}
  where (not $7::boolean or exists (select from drawn)) and (not $10::boolean or exists (select from reserved))
  on conflict do nothing returning enrolment_id
), s as (
  insert into sittings (id, enrolment_id, uid, exam_id, state, started_at, extra_seconds, deadline_at, epoch, device_id,
    last_heard_at, started_by, waited_seconds, paused_at)
  select $1, paper.enrolment_id, $11, $4, 'open', ${instant('$12')}, $13::int, ${instant('$14')}, $8::int, $9,
    ${instant('$6')}, $15, $17::int, ${instant('$18')}
  from paper on conflict do nothing returning id, uid
), turn as (
  insert into sitting_devices (sitting_id, epoch, device_id, opened_at)
  select s.id, $8::int, $9, ${instant('$6')} from s where $9::text is not null
), kept_in as (
  update sessions set expires_at = ${instant('$14')} + interval '7 days'
  where token_hash = $16 and expires_at < ${instant('$14')} + interval '7 days'
), noted as (
  insert into audit_log (at, actor, action, subject, detail)
  select ${instant('$6')}, s.uid, 'sitting.begun-on-phone', s.id, jsonb_build_object('device', $9::text, 'by', $15::text)
  from s where $15 <> 'server'
)
select count(*)::int as written from s`;

const writtenSchema = z.tuple([z.object({ written: z.int() })]);

export type Beginning = {
  enrolmentId: string;
  uid: string;
  examId: string;
  paper: Prepared & { isNew: boolean };
  /** Null for a caller without the device protocol. `isReserved`: it was this device's before. */
  turn: { deviceId: string; epoch: number; isReserved: boolean } | null;
  times: StartTimes;
  by: 'server' | 'key' | 'code';
  /** Of the session that is to last as long as the sitting. */
  tokenHash: string | null;
};

/** @returns false when another request was faster */
export async function beginSitting(db: Database, start: Beginning, now: number): Promise<boolean> {
  const { paper, turn, times } = start;
  const [row] = writtenSchema.parse(
    await db.rows(BEGIN, [
      paper.sittingId,
      paper.version,
      start.enrolmentId,
      start.examId,
      JSON.stringify(paper.sections),
      now,
      paper.isNew,
      turn?.epoch ?? 0,
      turn?.deviceId ?? null,
      turn !== null && !turn.isReserved,
      start.uid,
      times.startedAt,
      times.extraSeconds,
      times.deadline,
      start.by,
      start.tokenHash,
      times.waitedSeconds,
      times.pausedAt,
    ]),
  );
  if (row.written === 1) noteRow(db, { exam_id: start.examId, enrolment_id: start.enrolmentId });
  return row.written === 1;
}

type Policy = Pick<
  WholeSitting,
  'transit_seconds' | 'late_minutes' | 'trusts_measured' | 'format' | 'another_device'
>;

/** What was just written, as reading it would give it. */
export function asBegun(
  { paper, turn, times, uid, examId, enrolmentId }: Beginning,
  { transit_seconds, late_minutes, trusts_measured, format, another_device }: Policy,
): WholeSitting {
  return {
    id: paper.sittingId,
    enrolment_id: enrolmentId,
    uid,
    exam_id: examId,
    state: 'open',
    epoch: turn?.epoch ?? 0,
    device_id: turn?.deviceId ?? null,
    version: 1,
    started: times.startedAt,
    deadline: times.deadline,
    paused: times.pausedAt,
    reopened: null,
    held_decision: null,
    held_decided: null,
    score_told: null,
    late_looked: null,
    transit_seconds,
    late_minutes,
    another_device,
    trusts_measured,
    receipt: null,
    log_bytes: 0,
    format,
    sections: paper.sections,
    turns: turn ? [[turn.deviceId, turn.epoch]] : [],
    log: [],
    handIns: [],
    brought: new Map(),
    documentsHeld: new Set(),
  };
}
