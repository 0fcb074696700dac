// Settles a sitting: works out what counts and the score, and writes every table that says so, in one statement. Used by the submission, by
// the server's own closing, by late events, and by a decision on them. Only the log decides, so settling twice gives the same result.

import * as z from 'zod/mini';
import { readCorrections } from '#api/services/questions/revisions.ts';
import type { ActivityAction } from '#contract/desk/activity.ts';
import type { Receipt, SittingState } from '#contract/wire/sync.ts';
import type { Database } from '#db/client.ts';
import { instant } from '#db/instants.ts';
import {
  isSubmitted,
  type LoggedAct,
  type Projection,
  project,
  type Submission,
  type TimeFacts,
} from '#machines/sitting/rules.ts';
import {
  type AnswerKey,
  carryKey,
  type KeyItem,
  type ScoredSection,
  scoreSections,
} from '#machines/sitting/scoring.ts';
import { askToLook, noteRow } from '../hall/changes.ts';
import { GROUP, inGroups } from '../in-groups.ts';
import { type Revision, readRevisions } from '../questions/revisions.ts';
import { statusChange } from '../users/status-change.ts';
import { ADD_EVENTS, arrivalOf } from './append-events.ts';
import { evidenceIn, type NewBeacons } from './brought-evidence.ts';
import { countsOf, countsParams, SET_COUNTS } from './counted.ts';
import type { Carried, JudgedEvent } from './judge-events.ts';
import type { StoredAct, StoredSitting, WholeSitting } from './read-sitting.ts';

export type NewSubmission = Submission & {
  digest: string;
  refused: string[];
  auto: boolean;
  at: number;
  beacon: unknown;
  way: 'network' | Carried['way'];
};

export type SettlementNote = {
  actor: string;
  action: ActivityAction;
  detail: Record<string, unknown>;
};

export type Settlement = {
  state: SittingState;
  /** True while only the server has closed the sitting, and no submission has come. */
  provisional: boolean;
  receipt: Receipt | null;
  events: { deviceId: string; judged: readonly JudgedEvent[]; receivedAt: number } | null;
  submission: NewSubmission | null;
  projection: Projection;
  sections: ScoredSection[];
  decision: TimeFacts['decision'];
  /** All beacons to store for a device, if it brought new ones. */
  beacons?: NewBeacons | null;
  /** Whether a person has looked at the late work just now. */
  looked?: boolean;
  /** Rows for the audit log; their subject is the sitting. */
  notes: readonly SettlementNote[];
};

/**
 * @param log including what has just come
 * @param fresh the beacons that came with it
 */
export function timesOf(
  sitting: WholeSitting,
  log: readonly StoredAct[] = sitting.log,
  fresh: NewBeacons | null = null,
): TimeFacts {
  return timesBy(sitting, evidenceIn(sitting, log, fresh));
}

export function timesBy(sitting: StoredSitting, evidence: TimeFacts['evidence']): TimeFacts {
  const decision =
    sitting.held_decision && sitting.held_decided !== null
      ? { counted: sitting.held_decision === 'counted', at: sitting.held_decided }
      : null;
  return {
    startedAt: sitting.started,
    deadline: sitting.deadline,
    transitMs: sitting.transit_seconds * 1_000,
    lateMs: sitting.late_minutes * 60_000,
    trustsMeasured: sitting.trusts_measured,
    decision,
    lookedAt: sitting.late_looked,
    evidence,
    scoreToldAt: sitting.score_told,
  };
}

/** @param corrections as for `paperKey` */
export async function scoreLog(
  db: Database,
  sitting: WholeSitting,
  log: readonly LoggedAct[],
  submissions: readonly Submission[],
  times: TimeFacts,
  corrections = sitting.corrections,
): Promise<{ projection: Projection; sections: ScoredSection[] }> {
  const projection = project(log, submissions, times);
  const key = await paperKey(db, sitting, corrections);
  return { projection, sections: scoreSections(key, projection.answers) };
}

/**
 * The settlement of a sitting as it stands, if nothing new has come. The caller overrides what differs.
 * @param log including what has just come
 */
export async function settlementOf(
  db: Database,
  sitting: WholeSitting,
  times: TimeFacts,
  log: readonly StoredAct[] = sitting.log,
): Promise<Settlement> {
  const { state, submissions } = sitting;
  return {
    state,
    provisional: !isSubmitted(submissions),
    receipt: null,
    events: null,
    submission: null,
    ...(await scoreLog(db, sitting, log, submissions, times)),
    decision: times.decision,
    notes: [],
  };
}

/** The question revisions of the paper. */
export function itemsOf(sitting: StoredSitting): number[] {
  return sitting.sections.flatMap((section) => section.items);
}

/**
 * The correct answers of a paper and their marks.
 * @param given corrected keys to score by. If left out, those read with the sitting; if null, those in force now.
 */
export async function paperKey(
  db: Database,
  sitting: WholeSitting,
  given = sitting.corrections,
): Promise<AnswerKey> {
  const keyOf = await readKeys(db, itemsOf(sitting), given);
  return sitting.sections.map(({ name, items }) => ({ name, items: items.map(keyOf) }));
}

/**
 * @param given corrected keys to score by; null for those in force now
 * @returns for each of these question revisions, the correct answers and their marks
 */
export async function readKeys(
  db: Database,
  items: readonly number[],
  given: ReadonlyMap<number, number> | null = null,
): Promise<(item: number) => KeyItem> {
  const corrections = given ?? (await readCorrections(db, items));
  const keys = items.flatMap((id) => corrections.get(id) ?? []);
  const revisions = await readRevisions(db, [...items, ...keys]);
  const revision = (id: number) => {
    const found = revisions.get(id);
    if (!found) throw new Error(`Question revision ${id} of a paper is missing`);
    return found;
  };
  return (id) => {
    const asked = revision(id);
    const keyId = corrections.get(id);
    return (keyId !== undefined && keyAsSeen(asked, revision(keyId))) || asked;
  };
}

/** How a corrected key scores a question; null when the key can't be carried over to the question as the candidate saw it. */
export function keyAsSeen(seen: Revision, corrected: Revision): KeyItem | null {
  const right = carryKey(seen, corrected);
  const { weightage, negative } = corrected;
  return right && { qid: seen.qid, ...right, weightage, negative };
}

const SUBMITTED = statusChange('SUBMITTED', 'n.status');

/** SQL that adds submissions. A stored one is replaced only by a final one, if it isn't final itself, or by the same one received earlier. */
export const ADD_SUBMISSIONS = (submissions: string) => `
  insert into submissions (sitting_id, device_id, seq, epoch, digest, answers, refused, auto, at, elapsed, received_at, beacon, final, way)
  select s.id, "deviceId", h.seq, h.epoch, digest, answers, refused, auto, at, elapsed, "receivedAt", beacon, final, way
  from s, jsonb_to_recordset(${submissions})
    as h("deviceId" text, seq int, epoch int, digest text, answers jsonb, refused jsonb, auto boolean, at bigint, elapsed bigint, "receivedAt" bigint, beacon jsonb, final boolean, way text)
  on conflict (sitting_id, device_id, seq) do update set epoch = excluded.epoch, digest = excluded.digest,
      answers = excluded.answers, refused = excluded.refused, auto = excluded.auto, at = excluded.at,
      elapsed = excluded.elapsed, received_at = excluded.received_at, beacon = excluded.beacon, final = excluded.final, way = excluded.way
    where excluded.final and not submissions.final
      or excluded.final = submissions.final and excluded.digest = submissions.digest
        and excluded.received_at < submissions.received_at`;

// A settlement sent alone waits for other writers of the sitting and for locks on its enrolment. In a group, a locked sitting is left out,
// so that nobody waits for another candidate's locks.
const SETTLE = (lock: string) => `
with asked as materialized (
  ${GROUP(`id text, version int, state text, held int, receipt jsonb, now float8, device text, decision text, decided float8,
    epoch int, seq int, events json, submissions jsonb, sections jsonb, provisional boolean, notes jsonb, transit float8, late float8, looked boolean,
    "lateWork" jsonb, beacons jsonb, answered int, pages text, received float8`)}
), free as materialized (
  select a.* from asked a, lateral (
    select from sittings t, enrolments n
    where t.id = a.id and t.version = a.version and n.id = t.enrolment_id ${lock}) f
), s as (
  update sittings set version = sittings.version + 1, state = free.state, held_events = free.held,
    receipt = coalesce(free.receipt, sittings.receipt), closed_at = coalesce(closed_at, ${instant('free.now')}),
    last_heard_at = case when free.device is null then last_heard_at else greatest(last_heard_at, ${instant('free.received')}) end,
    waiting = case when free.receipt is null then waiting else 0 end,
    held_decision = free.decision, held_decided_at = ${instant('free.decided')},
    transit_seconds = coalesce(transit_seconds, free.transit::int), late_minutes = coalesce(late_minutes, free.late::int),
    late_looked_at = case when free.looked then ${instant('free.now')} else late_looked_at end,
    ${SET_COUNTS('free.answered', 'free.pages', 'free.now')}
  from free where sittings.id = free.id and sittings.version = free.version
  returning sittings.enrolment_id, free.*
), added as (${ADD_EVENTS('s.device', { epoch: 's.epoch', seq: 's.seq', events: 's.events' }, 's.received')}
), submitted as (${ADD_SUBMISSIONS('s.submissions')}
), scored as (
  insert into results (sitting_id, sections, provisional, late_work, computed_at)
  select s.id, sections, provisional, "lateWork", ${instant('now')} from s
  on conflict (sitting_id) do update
    set sections = excluded.sections, provisional = excluded.provisional, late_work = excluded.late_work,
      computed_at = excluded.computed_at
), completed as (
  update enrolments n set status = ${SUBMITTED.becomes}, completed_at = ${instant('s.now')}
  from s where n.id = s.enrolment_id and ${SUBMITTED.moves}
), brought as (
  insert into device_evidence (sitting_id, device_id, words)
  select s.id, b."deviceId", b.beacons from s, jsonb_to_record(s.beacons) as b("deviceId" text, beacons jsonb)
  where b."deviceId" is not null
  on conflict (sitting_id, device_id) do update set words = excluded.words
), given as (
  insert into receipts (code, sitting_id, receipt)
  select replace(receipt->>'code', '-', ''), s.id, receipt from s where receipt is not null
  on conflict do nothing
), noted as (
  insert into audit_log (at, actor, action, subject, detail)
  select ${instant('now')}, actor, action, s.id, detail
  from s, jsonb_to_recordset(notes) as a(actor text, action text, detail jsonb)
)
select id from s`;
const ALONE = SETTLE('');
const TOGETHER = SETTLE('for no key update of t, n skip locked');

const writtenSchema = z.array(z.object({ id: z.string() }));

type Settling = { sitting: StoredSitting; settlement: Settlement; now: number };

async function send(
  db: Database,
  statement: string,
  group: readonly Settling[],
): Promise<boolean[]> {
  const rows = writtenSchema.parse(await db.rows(statement, [JSON.stringify(group.map(toRow))]));
  const written = new Set(rows.map(({ id }) => id));
  return group.map(({ sitting, settlement }) => {
    if (written.has(sitting.id)) noteRow(db, sitting);
    // The device that had the turn before hears how the sitting ended [AT7].
    if (written.has(sitting.id) && settlement.state !== 'open' && sitting.turns.length > 1)
      askToLook(db, [sitting.id]);
    return written.has(sitting.id);
  });
}

function toRow({ sitting, settlement, now }: Settling) {
  const { events, submission, projection } = settlement;
  // If all that was refused counts by now, because the deadline has moved, the refusal is dropped.
  const decision =
    settlement.decision?.counted === false && projection.against === 0 ? null : settlement.decision;
  const [answered, pages] = countsParams(countsOf(projection));
  return {
    id: sitting.id,
    version: sitting.version,
    state: settlement.state,
    held: projection.held,
    receipt: settlement.receipt,
    now,
    device: events?.deviceId ?? null,
    decision: decision && (decision.counted ? 'counted' : 'refused'),
    decided: decision?.at ?? null,
    ...arrivalOf(events?.judged ?? []),
    submissions: submission ? [submission] : [],
    sections: settlement.sections,
    provisional: settlement.provisional,
    notes: settlement.notes,
    transit: sitting.transit_seconds,
    late: sitting.late_minutes,
    looked: settlement.looked ?? false,
    lateWork: projection.late,
    beacons: settlement.beacons ?? {},
    answered,
    pages,
    received: events?.receivedAt ?? now,
  };
}

/** @returns false when the sitting has changed: read it again and settle again */
export async function writeSettlement(
  db: Database,
  sitting: StoredSitting,
  settlement: Settlement,
  now: number,
): Promise<boolean> {
  const [written = false] = await send(db, ALONE, [{ sitting, settlement, now }]);
  return written;
}

const together = inGroups<Settling, boolean>(
  (group, { sitting }) => group.every((other) => other.sitting.id !== sitting.id),
  (db, group) => send(db, TOGETHER, group),
);

/**
 * Like writeSettlement, in one statement with other sittings that are settled at the same moment.
 * @returns false also when somebody else is writing to the sitting: then settle alone
 */
export function settleTogether(
  db: Database,
  sitting: StoredSitting,
  settlement: Settlement,
  now: number,
): Promise<boolean> {
  return together(db, { sitting, settlement, now });
}
