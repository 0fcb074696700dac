// Appends events to the log and writes what counts now, in one statement and so in one transaction: what is acknowledged is on disk
// (rules 8, 9). Nothing happens when the sitting has changed since it was read, or when the session doesn't belong to the sitting's
// candidate.

import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { GOOD_SESSION, MAY_SIT } from '#api/services/auth/sessions.ts';
import type { PushRequest } from '#contract/wire/sync.ts';
import type { Database } from '#db/client.ts';
import { instant } from '#db/instants.ts';
import { noteRow } from '../hall/changes.ts';
import { countsParams, SET_COUNTS, type SittingCounts } from './counted.ts';
import type { Carried, JudgedEvent } from './judge-events.ts';

/**
 * SQL that adds events to the log; nothing else does. Events that arrive together make one row, and no events make no row. `s` is the
 * sitting's row that the statement has just updated. Its version identifies what the log holds, so no event is stored twice.
 * @param arrival SQL expressions for the fields that `arrivalOf` returns
 */
export const ADD_EVENTS = (
  device: string,
  { epoch, seq, events }: Record<keyof ArrivalRow, string>,
  receivedAt: string,
) => `
  insert into sitting_arrivals (sitting_id, device_id, seq, epoch, received_at, events)
  select s.id, ${device}, ${seq}, ${epoch}, ${receivedAt}::float8::bigint, ${events}
  from s where ${seq} is not null`;

type ArrivalRow = { epoch: number | null; seq: number | null; events: StoredEvent[] };

/** One event in a row of the log, in this order. */
type StoredEvent = [
  seq: number,
  type: JudgedEvent['type'],
  qid: string | null,
  answer: string | null,
  at: number,
  elapsed: number,
  refusal: JudgedEvent['refusal'],
];

/** Events of one device and one turn, as the log stores them. */
export function arrivalOf(events: readonly JudgedEvent[]): ArrivalRow {
  const [first] = events;
  return {
    epoch: first?.epoch ?? null,
    seq: first?.seq ?? null,
    events: events.map(({ seq, type, qid, answer, at, elapsed, refusal }) => [
      seq,
      type,
      qid ?? null,
      answer ?? null,
      at,
      elapsed,
      refusal,
    ]),
  };
}

/** SQL that stores the digest of the events that stay on the device; the digest fixes what those events are. */
export const FIX_LOG = (device: string, digest: string, now: string) => `
  insert into device_evidence (sitting_id, device_id, log_after, log_seq, log_digest, log_at)
  select s.id, ${device}, after, d.seq, digest, ${now}::float8::bigint
  from s, jsonb_to_record(${digest}) as d(after int, seq int, digest text) where d.seq is not null
  on conflict (sitting_id, device_id) do update
    set log_after = excluded.log_after, log_seq = excluded.log_seq, log_digest = excluded.log_digest, log_at = excluded.log_at
    where excluded.log_seq > coalesce(device_evidence.log_seq, 0)`;

/** SQL for how many events and submissions of turns before `writing` the log holds. */
export const OTHERS = (sittingId: string, writing: string) => `
  case when ${writing} > 1 then (select coalesce(sum(json_array_length(events)), 0) from sitting_arrivals where sitting_id = ${sittingId} and epoch < ${writing})
    + (select count(*) from submissions where sitting_id = ${sittingId} and epoch < ${writing}) else 0 end::int`;

/** SQL for whether the session belongs to the sitting's candidate, who may sit. */
export const OWN_SESSION = (tokenHash: string, now: string) =>
  `(select ${MAY_SIT} from ${GOOD_SESSION(tokenHash, now)} where t.uid = sittings.uid)`;

const APPEND = `
with s as (
  update sittings set version = version + 1, last_heard_at = greatest(last_heard_at, ${instant('$12')}), waiting = $5::int,
    ${SET_COUNTS('$10', '$11', '$4')}
  where id = $1 and version = $3::int and ($7::text is null or ${OWN_SESSION('$7', '$4')})
  returning id
), added as (${ADD_EVENTS('$2', { epoch: '$13::int', seq: '$14::int', events: '$6::text::json' }, '$12')}
), fixed as (${FIX_LOG('$2', '$8::text::jsonb', '$4')}
)
select ${OTHERS('$1', '$9::int')} as others from s`;

export const appendedSchema = z.object({ others: z.int() });

export type Append = {
  sitting: { id: string; version: number; exam_id: string; enrolment_id: string };
  deviceId: string;
  /** Events of one turn, without those that the log already holds as received by then. */
  events: readonly JudgedEvent[];
  /** What counts once these events are stored. */
  counted: SittingCounts;
  now: number;
  /** How many events stay on the device, and the digest that fixes them. */
  more: Pick<PushRequest, 'waiting' | 'log'>;
  /** The turn of a device that wants to know about events of earlier turns; 0 for any other device. */
  writing: number;
};

/** How many events and submissions of turns before `writing` the log holds. */
export type Appended = { others: number };

/**
 * @param by the candidate's session, or how someone else brought the events
 * @returns null when the sitting has changed or the session is no longer valid: read both again
 */
export async function appendEvents(
  db: Database,
  { sitting, deviceId, events, counted, now, more, writing }: Append,
  by: { tokenHash: string } | Carried,
): Promise<Appended | null> {
  const arrival = arrivalOf(events);
  const [row] = z
    .array(appendedSchema)
    .parse(
      await db.rows(APPEND, [
        sitting.id,
        deviceId,
        sitting.version,
        now,
        more.waiting ?? 0,
        JSON.stringify(arrival.events),
        'tokenHash' in by ? by.tokenHash : null,
        JSON.stringify(more.log ?? {}),
        writing,
        ...countsParams(counted),
        'tokenHash' in by ? now : by.receivedAt,
        arrival.epoch,
        arrival.seq,
      ]),
    );
  if (!row) return null;
  noteRow(db, sitting);
  return row;
}

/** Conflicting events never count. They are evidence only, and beyond this number for one sitting, more add nothing. */
const MOST_CONFLICTS = 1_000;

const CONFLICTS = `
with sent as (
  select * from jsonb_to_recordset($3::text::jsonb)
    as e(seq int, epoch int, type text, qid text, answer text, at bigint, elapsed bigint, hash text, body jsonb)
), kept as (
  insert into event_conflicts (sitting_id, device_id, seq, content_hash, body, received_at)
  select $1, $2, sent.seq, sent.hash, sent.body, ${instant('$4')}
  from sent join sitting_events v on v.sitting_id = $1 and v.device_id = $2 and v.seq = sent.seq
  where (v.epoch, v.type, coalesce(v.qid, ''), coalesce(v.answer, ''), v.at, v.elapsed)
     is distinct from (sent.epoch, sent.type, coalesce(sent.qid, ''), coalesce(sent.answer, ''), sent.at, sent.elapsed)
  limit (select greatest(0, ${MOST_CONFLICTS} - count(*)) from event_conflicts where sitting_id = $1)
  on conflict do nothing returning seq
)
insert into audit_log (at, actor, action, subject, detail)
select ${instant('$4')}, 'server', 'sitting.event-conflict', $1, jsonb_build_object('device', $2::text, 'seq', seq) from kept`;

/** Stores an event with a known seq but other content apart, and raises it to the proctor (rule 9). Ignores events with the same content. */
export async function keepConflicts(
  db: Database,
  sittingId: string,
  deviceId: string,
  events: readonly JudgedEvent[],
  now: number,
): Promise<void> {
  const sent = events.map(({ refusal: _refusal, ...body }) => {
    const { epoch, type, qid, answer, at, elapsed } = body;
    const hash = createHash('sha256')
      .update(JSON.stringify([epoch, type, qid ?? '', answer ?? '', at, elapsed]))
      .digest('base64url');
    return { ...body, hash, body };
  });
  await db.rows(CONFLICTS, [sittingId, deviceId, JSON.stringify(sent), now]);
}
