// Settles a sitting: what counts, the score, and every table that says so, in one statement. Used by the
// submission, by the server's own closing, by events that come late, and by a decision on them. The log
// decides; settling twice gives the same.

import * as z from 'zod/mini';
import type { ActivityAction } from '#contract/desk/activity.ts';
import type { Receipt, SittingState } from '#contract/wire/sync.ts';
import type { Database } from '#db/client.ts';
import { instant } from '#db/instants.ts';
import { carryKey } from '#machines/sitting/carry-key.ts';
import {
  type HandIn,
  type LoggedAct,
  type Projection,
  project,
  type TimeFacts,
} from '#machines/sitting/rules.ts';
import {
  type KeyItem,
  type PaperKey,
  type ScoredSection,
  scoreSections,
} from '#machines/sitting/scoring.ts';
import { noteRow } from '../hall/changes.ts';
import { readCorrections } from '../questions/key-corrections.ts';
import { type Revision, readRevisions } from '../questions/revisions.ts';
import { statusChange } from '../users/status-change.ts';
import { ADD_EVENTS } from './append-events.ts';
import type { Carried } from './arrive.ts';
import { evidenceIn, type NewWords } from './brought-evidence.ts';
import { countsOf, countsParams, SET_COUNTS } from './counted.ts';
import type { JudgedEvent } from './judge-events.ts';
import type { StoredAct, StoredSitting, WholeSitting } from './read-sitting.ts';

export type NewHandIn = HandIn & {
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
  /** True while only the server has closed the sitting: no submission came. */
  provisional: boolean;
  receipt: Receipt | null;
  events: { deviceId: string; judged: readonly JudgedEvent[]; receivedAt: number } | null;
  handIn: NewHandIn | null;
  projection: Projection;
  sections: ScoredSection[];
  decision: TimeFacts['decision'];
  /** New words of a device, to be kept. */
  words?: NewWords | null;
  /** A person has looked at the late work now. */
  looked?: boolean;
  /** Rows for the audit log; the subject is the sitting. */
  notes: readonly SettlementNote[];
};

/**
 * @param log with what has just come
 * @param fresh the words that came with it
 */
export function timesOf(
  sitting: WholeSitting,
  log: readonly StoredAct[] = sitting.log,
  fresh: NewWords | null = null,
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

/** @param corrections by which corrected keys to score; those in force where it is left out */
export async function scoreLog(
  db: Database,
  sitting: StoredSitting,
  log: readonly LoggedAct[],
  handIns: readonly HandIn[],
  times: TimeFacts,
  corrections?: ReadonlyMap<number, number>,
): Promise<{ projection: Projection; sections: ScoredSection[] }> {
  const projection = project(log, handIns, times);
  const inForce = corrections ?? (await readCorrections(db, itemsOf(sitting)));
  const key = await paperKey(db, sitting, inForce);
  return { projection, sections: scoreSections(key, projection.answers) };
}

/** The question revisions of the paper. */
export function itemsOf(sitting: StoredSitting): number[] {
  return sitting.sections.flatMap((section) => section.items);
}

/** What is right in a paper and what it is worth, by the corrected keys given. */
export async function paperKey(
  db: Database,
  sitting: StoredSitting,
  corrections: ReadonlyMap<number, number>,
): Promise<PaperKey> {
  const items = itemsOf(sitting);
  const keys = items.flatMap((id) => corrections.get(id) ?? []);
  const revisions = await readRevisions(db, [...items, ...keys]);
  const revision = (id: number) => {
    const found = revisions.get(id);
    if (!found) throw new Error(`Question revision ${id} of a paper is missing`);
    return found;
  };
  return sitting.sections.map((section) => ({
    name: section.name,
    items: section.items.map((id) => {
      const asked = revision(id);
      const keyId = corrections.get(id);
      return (keyId !== undefined && keyAsSeen(asked, revision(keyId))) || asked;
    }),
  }));
}

/** How a question is scored by a corrected key; null where the key can't be carried over to what was seen. */
export function keyAsSeen(seen: Revision, corrected: Revision): KeyItem | null {
  const correct = carryKey(seen, corrected);
  const { weightage, negative } = corrected;
  return correct && { qid: seen.qid, correct, weightage, negative };
}

const HANDED_IN = statusChange('HANDED_IN', 'n.status');

/** What the table of submissions holds stays as it is, but for having been received earlier. */
export const ADD_HAND_INS = (handIns: string) => `
  insert into submissions (sitting_id, device_id, seq, epoch, digest, answers, refused, auto, at, elapsed, received_at, beacon, final, way)
  select s.id, "deviceId", seq, epoch, digest, answers, refused, auto, at, elapsed, "receivedAt", beacon, final, way
  from s, jsonb_to_recordset(${handIns}::text::jsonb)
    as h("deviceId" text, seq int, epoch int, digest text, answers jsonb, refused jsonb, auto boolean, at bigint, elapsed bigint, "receivedAt" bigint, beacon jsonb, final boolean, way text)
  on conflict (sitting_id, device_id, seq) do update set epoch = excluded.epoch, digest = excluded.digest,
      answers = excluded.answers, refused = excluded.refused, auto = excluded.auto, at = excluded.at,
      elapsed = excluded.elapsed, received_at = excluded.received_at, beacon = excluded.beacon, final = excluded.final, way = excluded.way
    where excluded.final and not submissions.final
      or excluded.final = submissions.final and excluded.digest = submissions.digest
        and excluded.received_at < submissions.received_at`;

const SETTLE = `
with s as (
  update sittings set version = version + 1, state = $3, held_events = $4::int, receipt = coalesce($5::text::jsonb, receipt),
    closed_at = coalesce(closed_at, ${instant('$6')}),
    last_heard_at = case when $7::text is null then last_heard_at else greatest(last_heard_at, ${instant('$22')}) end,
    waiting = case when $5::text is null then waiting else 0 end,
    held_decision = $8, held_decided_at = ${instant('$9')},
    transit_seconds = coalesce(transit_seconds, $15::float8::int), late_minutes = coalesce(late_minutes, $16::float8::int),
    late_looked_at = case when $17::boolean then ${instant('$6')} else late_looked_at end,
    ${SET_COUNTS('$20', '$21', '$6')}
  where id = $1 and version = $2::int returning id, enrolment_id
), added as (${ADD_EVENTS('$7', '$10::text::jsonb', '$22')}
), handed as (${ADD_HAND_INS('$11')}
), scored as (
  insert into results (sitting_id, sections, provisional, late_work, computed_at)
  select s.id, $12::text::jsonb, $13::boolean, $18::text::jsonb, ${instant('$6')} from s
  on conflict (sitting_id) do update
    set sections = excluded.sections, provisional = excluded.provisional, late_work = excluded.late_work,
      computed_at = excluded.computed_at
), completed as (
  update enrolments n set status = ${HANDED_IN.becomes}, completed_at = ${instant('$6')}
  from s where n.id = s.enrolment_id and ${HANDED_IN.moves}
), brought as (
  insert into device_evidence (sitting_id, device_id, words)
  select s.id, "deviceId", words from s, jsonb_to_record($19::text::jsonb) as b("deviceId" text, words jsonb)
  where "deviceId" is not null
  on conflict (sitting_id, device_id) do update set words = excluded.words
), given as (
  insert into receipts (code, sitting_id, receipt)
  select replace(receipt->>'code', '-', ''), s.id, receipt from s, (select $5::text::jsonb as receipt) g where receipt is not null
  on conflict do nothing
), noted as (
  insert into audit_log (at, actor, action, subject, detail)
  select ${instant('$6')}, actor, action, s.id, detail
  from s, jsonb_to_recordset($14::text::jsonb) as a(actor text, action text, detail jsonb)
)
select count(*)::int as written from s`;

const writtenSchema = z.tuple([z.object({ written: z.int() })]);

/** @returns false when the sitting's version has moved: read it again and settle anew */
export async function writeSettlement(
  db: Database,
  sitting: StoredSitting,
  settlement: Settlement,
  now: number,
): Promise<boolean> {
  const { events, handIn, decision } = settlement;
  const [row] = writtenSchema.parse(
    await db.rows(SETTLE, [
      sitting.id,
      sitting.version,
      settlement.state,
      settlement.projection.held,
      settlement.receipt && JSON.stringify(settlement.receipt),
      now,
      events?.deviceId ?? null,
      decision && (decision.counted ? 'counted' : 'refused'),
      decision?.at ?? null,
      JSON.stringify(events?.judged ?? []),
      JSON.stringify(handIn ? [handIn] : []),
      JSON.stringify(settlement.sections),
      settlement.provisional,
      JSON.stringify(settlement.notes),
      sitting.transit_seconds,
      sitting.late_minutes,
      settlement.looked ?? false,
      settlement.projection.late && JSON.stringify(settlement.projection.late),
      JSON.stringify(settlement.words ?? {}),
      ...countsParams(countsOf(settlement.projection)),
      events?.receivedAt ?? now,
    ]),
  );
  if (row.written === 1) noteRow(db, sitting);
  return row.written === 1;
}
