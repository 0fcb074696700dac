// Starts a sitting: draws the paper and sets the deadline, once, in one statement.

import { randomInt } from 'node:crypto';
import * as z from 'zod/mini';
import type { ExamFormat, Section } from '#contract/wire/exams.ts';
import type { SittingState } from '#contract/wire/sync.ts';
import { instant } from '#db/instants.ts';
import { type TimeAct, timeByActs } from '#machines/hall/time-by-acts.ts';
import { drawPaper } from '#machines/sitting/draw.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import type { Caller } from '../auth/find-session.ts';
import { newId } from '../new-id.ts';
import { readPool } from '../questions/bank-pool.ts';
import type { WholeSitting } from './read-sitting.ts';

export type ExamToStart = {
  exam_id: string;
  enrolment_id: string;
  format: ExamFormat;
  active: boolean;
  starts: number; // ms
  duration_minutes: number;
  extra_percent: number;
  acts: TimeAct[]; // of proctors, that move its time
  sections: Section[];
  bank_version: number | null;
} & Pick<WholeSitting, 'transit_seconds' | 'late_minutes' | 'trusts_measured'>;

const START = `
with paper as (
  insert into papers (enrolment_id, sections, drawn_at)
  values ($1, $2::text::jsonb, ${instant('$7')}) on conflict do nothing returning enrolment_id
), s as (
  insert into sittings (id, enrolment_id, uid, exam_id, state, started_at, deadline_at, epoch, device_id, last_heard_at,
    extra_seconds, paused_at)
  select $3, paper.enrolment_id, $4, $5, 'open', ${instant('$7')}, ${instant('$8')},
    case when $6::text is null then 0 else 1 end, $6, ${instant('$7')}, $10::int, ${instant('$11')}
  from paper on conflict do nothing returning id
), turn as (
  insert into sitting_devices (sitting_id, epoch, device_id, opened_at)
  select s.id, 1, $6, ${instant('$7')} from s where $6::text is not null
), kept_in as (
  update sessions set expires_at = ${instant('$8')} + interval '7 days'
  where token_hash = $9 and expires_at < ${instant('$8')} + interval '7 days'
)
select count(*)::int as written from s`;

const writtenSchema = z.tuple([z.object({ written: z.int() })]);

/**
 * @param deviceId null for a caller without the device protocol: no turn is handed out
 * @returns null when another request started it first
 * @throws Problem exam-inactive, not-open-yet, section-too-large
 */
export async function startSitting(
  deps: Deps,
  caller: Caller,
  exam: ExamToStart,
  deviceId: string | null,
  now: number,
): Promise<WholeSitting | null> {
  if (!exam.active) throw new Problem('exam-inactive');
  if (now < exam.starts)
    throw new Problem('not-open-yet', { retryAfter: Math.ceil((exam.starts - now) / 1000) });
  const pool = await readPool(deps.db, exam.bank_version ?? 0);
  const sections = drawPaper(
    exam.sections,
    (type) => pool.get(type) ?? [],
    (bound) => randomInt(bound),
  );
  if (!sections) throw new Problem('section-too-large');
  const { deadline, extraSeconds, pausedAt } = timeByActs(exam.acts, {
    startedAt: now,
    durationMinutes: exam.duration_minutes,
    extraPercent: exam.extra_percent,
  });
  const id = newId();
  const [row] = writtenSchema.parse(
    await deps.db.rows(START, [
      exam.enrolment_id,
      JSON.stringify(sections),
      id,
      caller.uid,
      exam.exam_id,
      deviceId,
      now,
      deadline,
      caller.tokenHash,
      extraSeconds,
      pausedAt,
    ]),
  );
  if (row.written === 0) return null;
  const state: SittingState = 'open';
  return {
    id,
    enrolment_id: exam.enrolment_id,
    uid: caller.uid,
    exam_id: exam.exam_id,
    state,
    epoch: deviceId ? 1 : 0,
    device_id: deviceId,
    version: 1,
    started: now,
    deadline,
    paused: pausedAt,
    held_decision: null,
    held_decided: null,
    score_told: null,
    late_looked: null,
    transit_seconds: exam.transit_seconds,
    late_minutes: exam.late_minutes,
    trusts_measured: exam.trusts_measured,
    receipt: null,
    log_bytes: 0,
    format: exam.format,
    sections,
    turns: deviceId ? [[deviceId, 1]] : [],
    log: [],
    handIns: [],
    brought: new Map(),
    documentsHeld: new Set(),
  };
}
