// Creates a sitting in one statement, whoever begins it. The statement stores the paper, when the time began and ends, and the turn of
// the device that began it.
import * as z from 'zod/mini';
import type { Database } from '#db/client.ts';
import { instant } from '#db/instants.ts';
import { noteRow } from '../hall/changes.ts';
import { GROUP, inGroups } from '../in-groups.ts';
import type { Prepared, StartTimes } from './door.ts';
import type { WholeSitting } from './read-sitting.ts';

// Whether a sitting may begin was judged by the exam, enrolment, candidate and proctors' acts as they were read. This condition locks
// them until the sitting is written, and they must not have changed. Every change to one of them locks it first as well, so that each
// side sees what the other did.
const STILL = (skip: '' | 'skip locked') => `exists (
    select from users u, exams e, enrolments n
    where u.uid = brought.uid and u.deleted_at is null and (by <> 'server' or u.blocked_at is null)
      and e.id = exam and e.version = "examVersion" and e.time_acts = "timeActs"
      and n.id = enrolment and n.exam_id = exam and n.extra_percent = percent
    for share of u, e ${skip} for update of n ${skip})`;

// A start sent alone waits for these locks and for another start of the same sitting. In a group, a start that would have to wait, or
// whose session is gone, is left out, so that nobody waits for another candidate's locks.
const FREE = `${STILL('skip locked')}
    and (hash is null or exists (select from sessions where token_hash = hash for no key update skip locked))`;

const BEGIN = (free: string) => `
with brought as materialized (
  ${GROUP(`sitting text, version int, enrolment text, exam text, sections jsonb, now float8, "isNew" boolean, epoch int, device text,
    reserves boolean, uid text, started float8, extra int, deadline float8, by text, hash text, waited int, paused float8,
    "examVersion" int, "timeActs" int, percent int`)}
), asked as materialized (
  select * from brought where ${free}
), drawn as (
  insert into prepared_papers (sitting_id, version, enrolment_id, exam_id, sections, drawn_at, room)
  select sitting, version, enrolment, exam, sections, ${instant('now')}, (select room from enrolments where id = enrolment)
  from asked where "isNew"
  on conflict do nothing returning sitting_id
), reserved as (
  insert into prepared_devices (sitting_id, epoch, device_id, version, ready_at)
  select sitting, epoch, device, version, ${instant('now')} from asked
  where reserves and (not "isNew" or sitting in (select sitting_id from drawn))
  on conflict do nothing returning sitting_id
), paper as (
  insert into papers (enrolment_id, sections, drawn_at)
  select enrolment, sections, ${instant('now')} from asked
  where (not "isNew" or sitting in (select sitting_id from drawn))
    and (not reserves or sitting in (select sitting_id from reserved))
  on conflict do nothing returning enrolment_id
), s as (
  insert into sittings (id, enrolment_id, uid, exam_id, state, started_at, extra_seconds, deadline_at, epoch, device_id,
    last_heard_at, started_by, waited_seconds, paused_at)
  select sitting, enrolment, uid, exam, 'open', ${instant('started')}, extra, ${instant('deadline')}, epoch, device,
    ${instant('now')}, by, waited, ${instant('paused')}
  from asked where enrolment in (select enrolment_id from paper)
  on conflict do nothing returning id
), turn as (
  insert into sitting_devices (sitting_id, epoch, device_id, opened_at)
  select sitting, epoch, device, ${instant('now')} from s join asked on sitting = s.id where device is not null
), kept_in as (
  update sessions set expires_at = ${instant('deadline')} + interval '7 days' from asked
  where token_hash = hash and expires_at < ${instant('deadline')} + interval '7 days'
), noted as (
  insert into audit_log (at, actor, action, subject, detail)
  select ${instant('now')}, uid, 'sitting.begun-on-phone', s.id, jsonb_build_object('device', device, 'by', by)
  from s join asked on sitting = s.id where by <> 'server'
)
select id from s`;
const ALONE = BEGIN(STILL(''));
const TOGETHER = BEGIN(FREE);

const writtenSchema = z.array(z.object({ id: z.string() }));

export type Beginning = {
  enrolmentId: string;
  uid: string;
  examId: string;
  paper: Prepared & { isNew: boolean };
  /** `isReserved`: the turn was reserved for this device before. Null for a caller without the device protocol. */
  turn: { deviceId: string; epoch: number; isReserved: boolean } | null;
  times: StartTimes;
  by: 'server' | 'key' | 'code';
  /** The facts that the start was judged by; nothing is written if one of them has changed. */
  judgedBy: { exam_version: number; time_acts: number; extra_percent: number | null };
  /** Hash of the token of the session that must last as long as the sitting; null for none. */
  tokenHash: string | null;
};

type Starting = { start: Beginning; now: number };

async function send(
  db: Database,
  statement: string,
  group: readonly Starting[],
): Promise<boolean[]> {
  const rows = writtenSchema.parse(await db.rows(statement, [JSON.stringify(group.map(toRow))]));
  const written = new Set(rows.map(({ id }) => id));
  return group.map(({ start: { paper, examId, enrolmentId } }) => {
    const isWritten = written.has(paper.sittingId);
    if (isWritten) noteRow(db, { exam_id: examId, enrolment_id: enrolmentId });
    return isWritten;
  });
}

const together = inGroups<Starting, boolean>(
  (group, { start }) => group.every((other) => other.start.uid !== start.uid),
  (db, group) => send(db, TOGETHER, group),
);

function toRow({ start, now }: Starting) {
  const { paper, turn, times } = start;
  return {
    sitting: paper.sittingId,
    version: paper.version,
    enrolment: start.enrolmentId,
    exam: start.examId,
    sections: paper.sections,
    now,
    isNew: paper.isNew,
    epoch: turn?.epoch ?? 0,
    device: turn?.deviceId ?? null,
    reserves: turn !== null && !turn.isReserved,
    uid: start.uid,
    started: times.startedAt,
    extra: times.extraSeconds,
    deadline: times.deadline,
    by: start.by,
    hash: start.tokenHash,
    waited: times.waitedSeconds,
    paused: times.pausedAt,
    examVersion: start.judgedBy.exam_version,
    timeActs: start.judgedBy.time_acts,
    percent: start.judgedBy.extra_percent ?? 0,
  };
}

/**
 * Begins the sitting together with other starts in one statement, or else alone.
 * @returns false when another request was faster, or when the facts that it was judged by have changed
 */
export async function beginSitting(db: Database, start: Beginning, now: number): Promise<boolean> {
  const one = { start, now };
  if (await together(db, one)) return true;
  const [isWritten = false] = await send(db, ALONE, [one]);
  return isWritten;
}

type Policy = Pick<
  WholeSitting,
  'transit_seconds' | 'late_minutes' | 'trusts_measured' | 'format' | 'another_device'
>;

/** The sitting that was just written, as reading it would return it. */
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
    submissions: [],
    brought: new Map(),
    documentsHeld: new Set(),
    corrections: null,
  };
}
