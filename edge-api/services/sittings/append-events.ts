// Appends to the log and works out the acknowledgement, in one statement and so one transaction: what is
// acknowledged is on disk (rules 8, 9). Nothing happens when the sitting has changed since it was read, or
// when the session isn't that of the sitting's candidate.
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { PushRequest } from '#contract/wire/sync.ts';
import type { Database } from '#db/client.ts';
import type { JudgedEvent } from './judge-events.ts';

const APPEND = `
with s as (
  update sittings set version = version + 1, last_heard_at = to_timestamp($4::float8 / 1000), waiting = $5::int
  where id = $1 and version = $3::int and exists (
    select from sessions t join users u on u.uid = t.uid
    where t.token_hash = $7 and t.uid = sittings.uid and t.expires_at > to_timestamp($4::float8 / 1000)
      and u.role = 'candidate' and not u.must_change_password)
  returning id
), sent as (
  select * from jsonb_to_recordset($6::text::jsonb)
    as e(seq int, epoch int, type text, qid text, answer text, at bigint, elapsed bigint, refusal text)
), added as (
  insert into sitting_events (sitting_id, device_id, seq, epoch, type, qid, answer, at, elapsed, received_at, refusal)
  select s.id, $2, seq, epoch, type, qid, answer, at, elapsed, $4::float8::bigint, refusal from sent, s
  on conflict do nothing returning seq
), fixed as (
  insert into device_evidence (sitting_id, device_id, log_after, log_seq, log_digest, log_at)
  select s.id, $2, after, seq, digest, $4::float8::bigint
  from s, jsonb_to_record($8::text::jsonb) as d(after int, seq int, digest text) where seq is not null
  on conflict (sitting_id, device_id) do update
    set log_after = excluded.log_after, log_seq = excluded.log_seq, log_digest = excluded.log_digest, log_at = excluded.log_at
    where excluded.log_seq > coalesce(device_evidence.log_seq, 0)
), held as (
  select seq from sitting_events where sitting_id = $1 and device_id = $2 union all select seq from added
), extent as (
  select count(*)::int as number, coalesce(max(seq), 0) as highest from held
)
select (select count(*) from s)::int as written,
  case when $9::int > 1 then (select count(*) from sitting_events where sitting_id = $1 and epoch < $9::int) else 0 end::int as others,
  (select count(*) from added)::int as added,
  case when number = highest then highest
    else (select coalesce(max(seq), 0) from (select seq, row_number() over (order by seq) as place from held) h where seq = place)
  end::int as acked
from extent`;

const rowSchema = z.tuple([
  z.object({ written: z.int(), added: z.int(), acked: z.int(), others: z.int() }),
]);

/**
 * @param more how many events stay on the device, and the digest that fixes them
 * @param tokenHash of the candidate's session
 * @param writing the turn of a device that wants to know of earlier ones; 0 for any other
 * @returns also how many acts of turns before `writing` the log holds;
 * null when the sitting's version has moved or the session isn't good: look at both anew
 */
export async function appendEvents(
  db: Database,
  sitting: { id: string; version: number },
  deviceId: string,
  events: readonly JudgedEvent[],
  now: number,
  more: Pick<PushRequest, 'waiting' | 'log'>,
  tokenHash: string,
  writing = 0,
): Promise<{ acked: number; others: number } | null> {
  const [row] = rowSchema.parse(
    await db.rows(APPEND, [
      sitting.id,
      deviceId,
      sitting.version,
      now,
      more.waiting ?? 0,
      JSON.stringify(events),
      tokenHash,
      JSON.stringify(more.log ?? {}),
      writing,
    ]),
  );
  if (row.written === 0) return null;
  if (row.added < events.length) await keepConflicts(db, sitting.id, deviceId, events, now);
  return { acked: row.acked, others: row.others };
}

/** None of them counts, they are evidence: past so many of one sitting, more add nothing to it. */
const MOST_CONFLICTS = 1_000;

const CONFLICTS = `
with sent as (
  select * from jsonb_to_recordset($3::text::jsonb)
    as e(seq int, epoch int, type text, qid text, answer text, at bigint, elapsed bigint, hash text, body jsonb)
), kept as (
  insert into event_conflicts (sitting_id, device_id, seq, content_hash, body, received_at)
  select $1, $2, sent.seq, sent.hash, sent.body, to_timestamp($4::float8 / 1000)
  from sent join sitting_events v on v.sitting_id = $1 and v.device_id = $2 and v.seq = sent.seq
  where (v.epoch, v.type, coalesce(v.qid, ''), coalesce(v.answer, ''), v.at, v.elapsed)
     is distinct from (sent.epoch, sent.type, coalesce(sent.qid, ''), coalesce(sent.answer, ''), sent.at, sent.elapsed)
  limit (select greatest(0, ${MOST_CONFLICTS} - count(*)) from event_conflicts where sitting_id = $1)
  on conflict do nothing returning seq
)
insert into audit_log (at, actor, action, subject, detail)
select to_timestamp($4::float8 / 1000), 'server', 'sitting.event-conflict', $1, jsonb_build_object('device', $2::text, 'seq', seq) from kept`;

/** The same seq with another content is kept apart and raised (rule 9); the same content is nothing new. */
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
