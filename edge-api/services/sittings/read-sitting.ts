// Reads a sitting with its whole log. Requests at the same moment share one statement. Instants are milliseconds.

import * as z from 'zod/mini';
import { type SettingValue, settingList } from '#api/services/settings/settings.ts';
import { eventTypes, receiptSchema, sittingStates } from '#contract/wire/sync.ts';
import { examFormats } from '#contract/wire/values.ts';
import type { Database } from '#db/client.ts';
import { millis } from '#db/instants.ts';
import type { ActRefusal, LoggedAct, Submission } from '#machines/sitting/rules.ts';
import { isOptionName } from '#machines/sitting/rules.ts';
import { rowInGroups } from '../in-groups.ts';
import { logBytes } from './log-budget.ts';

const factsSchema = z.object({
  id: z.string(),
  enrolment_id: z.string(),
  uid: z.string(),
  exam_id: z.string(),
  state: z.enum(sittingStates),
  epoch: z.int(),
  device_id: z.nullable(z.string()),
  another_device: z.enum(['self', 'approval']),
  version: z.int(),
  started: z.number(),
  deadline: z.number(),
  /** When a proctor last reopened the sitting. */
  reopened: z.nullable(z.number()),
  /** Since when a proctor has paused the sitting's clock. */
  paused: z.nullable(z.number()),
  held_decision: z.nullable(z.enum(['counted', 'refused'])),
  held_decided: z.nullable(z.number()),
  score_told: z.nullable(z.number()),
  late_looked: z.nullable(z.number()),
  transit_seconds: z.number(),
  late_minutes: z.number(),
  trusts_measured: z.boolean(),
  receipt: z.nullable(receiptSchema),
  format: z.enum(examFormats),
  sections: z.array(z.object({ name: z.string(), items: z.array(z.int()) })),
  /** Each device and the turn that it was given. */
  turns: z.array(z.tuple([z.string(), z.int()])),
});
export type StoredSitting = z.infer<typeof factsSchema> & {
  /** Size of the log, as log-budget.ts counts it. */
  log_bytes: number;
};

/** SQL for a policy of the office. It applies until the sitting has ended; after that, the value stored at its end does. */
const POLICY = (name: keyof SettingValue<'policies'>) =>
  `(select value->>'${name}' from settings where name = 'policies')`;
const { transitSeconds, lateMinutes } = settingList.policies.fallback;
export const TRANSIT_SECONDS = `coalesce(${POLICY('transitSeconds')}::float8, ${transitSeconds})`;
export const LATE_MINUTES = `coalesce(e.late_minutes, ${POLICY('lateMinutes')}::float8, ${lateMinutes})`;
export const TRUSTS_MEASURED = `coalesce(${POLICY('trustMeasured')}::boolean, false)`;

const FACTS = `
  s.id, s.enrolment_id, s.uid, s.exam_id, s.state, s.epoch, s.device_id, e.another_device, s.version,
  ${millis('s.started_at')} as started,
  ${millis('s.deadline_at')} as deadline, ${millis('s.paused_at')} as paused, ${millis('s.reopened_at')} as reopened,
  s.held_decision, ${millis('s.held_decided_at')} as held_decided,
  ${millis('s.score_told_at')} as score_told,
  ${millis('s.late_looked_at')} as late_looked,
  coalesce(s.transit_seconds, ${TRANSIT_SECONDS}) as transit_seconds,
  coalesce(s.late_minutes, ${LATE_MINUTES}) as late_minutes, ${TRUSTS_MEASURED} as trusts_measured, s.receipt, e.format, p.sections,
  (select coalesce(json_agg(json_build_array(d.device_id, d.epoch)), '[]') from sitting_devices d where d.sitting_id = s.id) as turns`;
const FROM = `from sittings s join papers p on p.enrolment_id = s.enrolment_id join exams e on e.id = s.exam_id`;

/** What arrived together: device, turn, since when it counts as received, and the events, each in the order of `StoredEvent`. */
const logSchema = z.array(
  z.tuple([
    z.string(),
    z.int(),
    z.number(),
    z.array(
      z.tuple([
        z.int(),
        z.enum(eventTypes),
        z.nullable(z.string()),
        z.nullable(z.string()),
        z.number(),
        z.number(),
        z.nullable(z.string()),
      ]),
    ),
  ]),
);
const submissionsSchema = z.array(
  z.tuple([
    z.string(),
    z.int(),
    z.int(),
    z.string(),
    z.array(z.object({ qid: z.string(), answer: z.string() })),
    z.array(z.string()),
    z.number(),
    z.number(),
    z.boolean(),
  ]),
);

const checkedBeaconsSchema = z.array(
  z.object({
    at: z.number(),
    elapsed: z.number(),
    seq: z.int(),
    unsureFrom: z.optional(z.int()),
  }),
);
/** A digest that a device sent of its events. Whether it matches them shows only once they are here. */
const logDigestSchema = z.object({
  after: z.int(),
  seq: z.int(),
  digest: z.string(),
  at: z.number(),
});
const broughtSchema = z.array(
  z.tuple([z.string(), checkedBeaconsSchema, z.nullable(logDigestSchema)]),
);
type Brought = {
  beacons: z.infer<typeof checkedBeaconsSchema>;
  log: z.infer<typeof logDigestSchema> | null;
};

export type StoredAct = LoggedAct & { at: number };
export type StoredSubmission = Submission & { digest: string; refused: string[] };
export type WholeSitting = StoredSitting & {
  log: StoredAct[];
  submissions: StoredSubmission[];
  /** The evidence that each device sent beside its events. */
  brought: Map<string, Brought>;
  documentsHeld: Set<string>;
  /** The corrected keys that score the paper, as of this version of the sitting; null if they weren't read with it. */
  corrections: ReadonlyMap<number, number> | null;
};

const LOG = `
  (select coalesce(json_agg(json_build_array(v.device_id, v.epoch, v.received_at, v.events) order by v.received_at, v.seq), '[]')
     from sitting_arrivals v where v.sitting_id = s.id) as log,
  (select coalesce(json_agg(json_build_array(h.device_id, h.epoch, h.seq, h.digest, h.answers, h.refused, h.elapsed, h.received_at, h.final)), '[]')
     from submissions h where h.sitting_id = s.id) as submission_rows,
  (select coalesce(json_agg(json_build_array(b.device_id, b.words, case when b.log_seq is null then null else
       json_build_object('after', b.log_after, 'seq', b.log_seq, 'digest', b.log_digest, 'at', b.log_at) end)), '[]')
     from device_evidence b where b.sitting_id = s.id) as brought,
  (select coalesce(json_agg(d.sha256), '[]') from sitting_documents d where d.sitting_id = s.id) as documents,
  (select coalesce(json_agg(json_build_array(c.revision_id, c.key_revision_id)), '[]') from key_corrections c
     where c.revision_id = any (array(select jsonb_path_query(p.sections, '$[*].items[*]')::int))) as corrections`;

const wholeSchema = z.extend(factsSchema, {
  log: logSchema,
  submission_rows: submissionsSchema,
  brought: broughtSchema,
  documents: z.array(z.string()),
  corrections: z.array(z.tuple([z.int(), z.int()])),
});

/** Sittings in one statement; fewer than usual, because their logs may be long. */
const MOST_WHOLES = 16;
const readTogether = rowInGroups<{ id: string } | { uid: string; exam: string }>(
  'id text, uid text, exam text',
  `select a.n, found.* from a, lateral (
  select ${FACTS}, ${LOG} ${FROM}
  where s.id = coalesce(a.id, (select id from sittings where uid = a.uid and exam_id = a.exam)) offset 0) found`,
  MOST_WHOLES,
);

/** Finds a sitting by its id, or by its candidate and exam. */
export async function readWhole(
  db: Database,
  which: { sittingId: string } | { uid: string; examId: string },
): Promise<WholeSitting | null> {
  const row = await readTogether(
    db,
    'sittingId' in which ? { id: which.sittingId } : { uid: which.uid, exam: which.examId },
  );
  return row ? toWhole(row) : null;
}

/**
 * The sittings of an exam that are over, in the order of their ids, so that any number of them can be read piece by piece.
 * @param after last id of the previous piece; empty for the first
 */
export async function readEnded(
  db: Database,
  examId: string,
  after: string,
  most: number,
): Promise<WholeSitting[]> {
  const rows = await db.rows(
    `select ${FACTS}, ${LOG} ${FROM} where s.exam_id = $1 and s.id > $2 and s.state <> 'open' order by s.id limit $3::int`,
    [examId, after, most],
  );
  return rows.map(toWhole);
}

/** The sittings with these ids, in no particular order. */
export async function readWholes(
  db: Database,
  sittingIds: readonly string[],
): Promise<WholeSitting[]> {
  const rows = await db.rows(
    `select ${FACTS}, ${LOG} ${FROM} where s.id in (select jsonb_array_elements_text($1::text::jsonb))`,
    [JSON.stringify(sittingIds)],
  );
  return rows.map(toWhole);
}

/**
 * Each event once. An event that somebody carried here, and that was received earlier than it first arrived, is in the log twice; it
 * counts as received at the earlier time.
 * @param arrivals the earliest received first
 */
function actsOf(arrivals: z.infer<typeof logSchema>): StoredAct[] {
  const met = new Map<string, Set<number>>();
  return arrivals.flatMap(([deviceId, epoch, receivedAt, events]) => {
    const seqs = met.get(deviceId) ?? new Set();
    met.set(deviceId, seqs);
    return events.flatMap(([seq, type, qid, answer, at, elapsed, refusal]) => {
      if (seqs.has(seq)) return [];
      seqs.add(seq);
      return {
        deviceId,
        epoch,
        seq,
        type,
        qid,
        answer,
        at,
        elapsed,
        receivedAt,
        refusal: refusal as ActRefusal | null, // written only by judgeAct
      };
    });
  });
}

function toWhole(row: unknown): WholeSitting {
  const {
    log: arrivals,
    submission_rows,
    brought,
    documents,
    corrections,
    ...facts
  } = wholeSchema.parse(row);
  const log = actsOf(arrivals);
  return {
    ...facts,
    log_bytes: logBytes(log),
    log,
    submissions: submission_rows.map(
      ([deviceId, epoch, seq, digest, answers, refused, elapsed, receivedAt, final]) => ({
        deviceId,
        epoch,
        seq,
        digest,
        refused,
        elapsed,
        receivedAt,
        final,
        answers: answers.map(({ qid, answer }) => ({
          qid,
          answer: isOptionName(answer) ? answer : ('' as const),
        })),
      }),
    ),
    brought: new Map(
      brought.map(([deviceId, beacons, digest]) => [deviceId, { beacons, log: digest }]),
    ),
    documentsHeld: new Set(documents),
    corrections: new Map(corrections),
  };
}
