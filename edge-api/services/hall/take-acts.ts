// Takes in acts from a proctor's phone. Each act is taken in once, in whatever order and however often it arrives, judged on its own,
// and answered with its own outcome. The audit log records each one with the phone it was done on and when.
import * as z from 'zod/mini';
import type { Caller } from '#api/services/auth/sessions.ts';
import type { ActivityAction } from '#contract/desk/activity.ts';
import type { HallAct, HallOutcomes } from '#contract/hall/acts.ts';
import { instant } from '#db/instants.ts';
import { TIME_KINDS } from '#db/queries/time-acts.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { watchedRooms } from '../staff/assign-exam.ts';
import { askToLook, noteRow } from './changes.ts';
import { doAct, seatsFor } from './do-act.ts';

type Outcome = HallOutcomes['outcomes'][number];
type Taken = { caller: Caller; deviceId: string; act: HallAct; doneAt: number };

const done = (id: string): Outcome => ({ id, outcome: 'done', sentence: '' });
const refused = (id: string, sentence: string): Outcome => ({ id, outcome: 'refused', sentence });

export async function takeActs(
  deps: Deps,
  caller: Caller,
  { deviceId, acts }: { deviceId: string; acts: readonly HallAct[] },
): Promise<HallOutcomes> {
  const outcomes: Outcome[] = [];
  for (const act of acts) {
    // The act's time by the server's clock, as the phone estimated it; never later than now.
    const doneAt = Math.min(deps.now(), Date.parse(act.doneAt));
    outcomes.push(await takeAct(deps, { caller, deviceId, act, doneAt }));
  }
  return { now: new Date(deps.now()).toISOString(), outcomes };
}

/** Compares the stored body as the phone sent it, without what storing and judging added. */
const KNOWN = `select uid, outcome, body->>'refusal' as refusal,
  exam_id = $2 and kind = $3 and body - 'covers' - 'refusal' = $4::text::jsonb as same from proctor_acts where id = $1`;
const knownSchema = z.object({
  uid: z.string(),
  outcome: z.enum(['taken', 'done', 'refused']),
  refusal: z.nullable(z.string()),
  same: z.boolean(),
});

/** @returns null for an act that has no outcome yet */
async function knownOutcome(deps: Deps, { act, caller }: Taken): Promise<Outcome | null> {
  const { id, examId, kind, doneAt: _doneAt, ...said } = act;
  const [row] = await deps.db.rows(KNOWN, [id, examId, kind, JSON.stringify(said)]);
  if (!row) return null;
  const known = knownSchema.parse(row);
  if (known.uid !== caller.uid) return refused(id, 'This act belongs to another person.');
  if (!known.same) return refused(id, 'This act’s number was already used for another act.');
  if (known.outcome === 'done') return done(id);
  return known.outcome === 'refused' ? refused(id, known.refusal ?? '') : null;
}

async function takeAct(deps: Deps, taken: Taken): Promise<Outcome> {
  const { act, caller } = taken;
  const { id } = act;
  const before = await knownOutcome(deps, taken);
  if (before) return before;

  const watched = await watchedRooms(deps.db.orm, caller, act.examId);
  if (!watched) return refused(id, 'This exam isn’t assigned to you.');
  const seats = await seatsFor(deps.db, act.examId, act.to, watched);
  if (typeof seats === 'string') return refused(id, seats);

  const [seat] = 'row' in act.to ? seats : [];
  const sittingId = seat?.sitting_id ?? null;
  const covers = 'all' in act.to ? null : seats.map((each) => each.id);
  if (!(await keep(deps, taken, sittingId, covers))) {
    // The same act arrived twice at once: only the stored one is carried out.
    const meanwhile = await knownOutcome(deps, taken);
    if (meanwhile) return meanwhile;
  }
  // Reads the seats again: a sitting that began while the act was being stored is now among them. A sitting that begins after this
  // finds the stored act itself.
  const reached = await seatsFor(deps.db, act.examId, act.to, watched);
  if (typeof reached === 'string') return refused(id, reached);
  let refusal: string | null = null;
  let detail: Record<string, unknown> = {};
  try {
    const effect = await doAct(deps, caller.uid, act, reached, {
      device: taken.deviceId,
      doneAt: new Date(taken.doneAt).toISOString(),
    });
    detail = effect ?? {};
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    refusal = error.message;
  }
  await writeOutcome(deps, taken, seat?.sitting_id ?? seat?.uid ?? act.examId, refusal, detail);
  for (const each of seats) noteRow(deps.db, { exam_id: act.examId, enrolment_id: each.id });
  // Connected phones now hear of extra time, a pause or a request to send.
  askToLook(
    deps.db,
    reached.flatMap(({ sitting_id }) => sitting_id ?? []),
  );
  return refusal === null ? done(id) : refused(id, refusal);
}

const KEEP = `
with moved as (
  update exams set time_acts = time_acts + 1 where id = $3 and $5 in (${TIME_KINDS})
), kept as (
  insert into proctor_acts (id, uid, exam_id, sitting_id, kind, body, device_id, done_at, received_at, outcome)
  values ($1, $2, $3, $4, $5, $6::text::jsonb, $7, ${instant('$8')}, ${instant('$9')}, 'taken') on conflict do nothing
  returning id
)
select id from kept`;

/**
 * Stores the act before it is carried out, because its effect on the time is worked out from the stored acts.
 * @returns false when an act with this id is stored already
 */
async function keep(
  deps: Deps,
  { caller, deviceId, act, doneAt }: Taken,
  sittingId: string | null,
  covers: string[] | null,
): Promise<boolean> {
  const { id, examId, kind, doneAt: _doneAt, ...body } = act;
  const kept = await deps.db.rows(KEEP, [
    id,
    caller.uid,
    examId,
    sittingId,
    kind,
    JSON.stringify({ ...body, covers }),
    deviceId,
    doneAt,
    deps.now(),
  ]);
  return kept.length > 0;
}

const WRITE_OUTCOME = `update proctor_acts set outcome = $2, body = body || $3::text::jsonb where id = $1 and outcome = 'taken'
  returning id`;

async function writeOutcome(
  deps: Deps,
  { caller, deviceId, act, doneAt }: Taken,
  subject: string,
  refusal: string | null,
  detail: Record<string, unknown>,
): Promise<void> {
  const outcome = refusal === null ? 'done' : 'refused';
  const more = refusal === null ? {} : { refusal };
  // If two requests brought the same act at once, only one of them writes the outcome.
  const written = await deps.db.rows(WRITE_OUTCOME, [act.id, outcome, JSON.stringify(more)]);
  if (written.length === 0 || refusal !== null || act.kind === 'decide-held') return;
  const { id: _id, examId, kind, doneAt: _doneAt, ...said } = act;
  await recordAudit(deps.db.orm, deps.now(), {
    actor: caller.uid,
    action: actionOf[kind],
    subject,
    detail: { exam: examId, ...said, ...detail, device: deviceId, doneAt: new Date(doneAt) },
  });
}

/** Without `decide-held`: `decideHeld` itself records the decision in the audit log. */
const actionOf: Record<Exclude<HallAct['kind'], 'decide-held'>, ActivityAction> = {
  'extra-time': 'hall.extra-time',
  pause: 'hall.paused',
  resume: 'hall.resumed',
  reopen: 'hall.reopened',
  'allow-device': 'hall.device-allowed',
  resync: 'hall.resynced',
  'check-in': 'hall.checked-in',
  incident: 'hall.incident',
};
