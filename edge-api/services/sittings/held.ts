// Acts whose time the evidence doesn't decide wait for a person (rule 16). This file lists them with their evidence and takes the decision.
import type { HeldAct, HeldSitting } from '#contract/desk/live.ts';
import { countHeld, listHeldIds } from '#db/queries/held.ts';
import { type Placing, placeAll } from '#machines/sitting/rules.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { readRevisions } from '../questions/revisions.ts';
import { readWhole, readWholes, type WholeSitting } from './read-sitting.ts';
import { itemsOf, type Settlement, settlementOf, timesOf, writeSettlement } from './settle.ts';
import { untilUnchanged } from './try-again.ts';

/** Acts shown for one sitting; nobody reads the evidence of more than these one by one. */
const MOST_ACTS = 100;

/** Sittings with held acts, oldest deadline first. `page` counts from 1. */
export async function listHeld(
  deps: Deps,
  wanted: { page: number; pageSize: number },
): Promise<{ rows: HeldSitting[]; total: number }> {
  const rows = await toHeld(deps, await listHeldIds(deps.db, wanted));
  return { rows, total: await countHeld(deps.db) };
}

/** The held acts of these sittings, in the same order. */
export async function toHeld(
  deps: Deps,
  named: Awaited<ReturnType<typeof listHeldIds>>,
): Promise<HeldSitting[]> {
  const sittings = await readWholes(
    deps.db,
    named.map(({ id }) => id),
  );
  const revisions = await readRevisions(deps.db, sittings.flatMap(itemsOf));
  const byId = new Map(sittings.map((sitting) => [sitting.id, sitting]));
  return named.flatMap(({ id, full_name, exam_name, late_work }): HeldSitting[] => {
    const sitting = byId.get(id);
    if (!sitting) return [];
    const places = new Map(
      itemsOf(sitting).map((item, index) => [revisions.get(item)?.qid, index + 1]),
    );
    const acts = heldActs(sitting);
    return [
      {
        sittingId: id,
        uid: sitting.uid,
        fullName: full_name,
        examID: sitting.exam_id,
        examName: exam_name,
        startedAt: new Date(sitting.started).toISOString(),
        deadline: new Date(sitting.deadline).toISOString(),
        toldAt: toldAt(sitting),
        earlier: sitting.held_decision,
        ...(late_work && { lateWork: late_work }),
        acts: acts.length,
        held: acts
          .slice(0, MOST_ACTS)
          .map((act) => ({ ...act, place: (act.qid && places.get(act.qid)) || null })),
      },
    ];
  });
}

function toldAt({ score_told, submissions }: WholeSitting): string | null {
  const times = submissions.flatMap(({ final, receivedAt }) => (final ? [receivedAt] : []));
  if (score_told !== null) times.push(score_told);
  return times.length === 0 ? null : new Date(Math.min(...times)).toISOString();
}

/** Held acts in the order of turns, then held submissions, each with the reasons that the rules give for holding it. */
function heldActs(sitting: WholeSitting): Omit<HeldAct, 'place'>[] {
  const { acts, submissions } = placeAll(sitting.log, sitting.submissions, timesOf(sitting));
  const isHeld = ({ placing }: { placing: Placing }) => placing === 'held';
  return [
    ...acts.filter(isHeld).map(({ act, why }) => ({
      deviceId: act.deviceId,
      seq: act.seq,
      type: act.type,
      qid: act.qid ?? null,
      elapsed: act.elapsed,
      receivedAt: new Date(act.receivedAt).toISOString(),
      phoneTime: Math.abs(act.at) < 8.64e15 ? new Date(act.at).toISOString() : null,
      why: [...why],
    })),
    ...submissions.filter(isHeld).map(({ act: submission, why }) => ({
      deviceId: submission.deviceId,
      seq: submission.seq,
      type: 'submission' as const,
      qid: null,
      elapsed: submission.elapsed,
      receivedAt: new Date(submission.receivedAt).toISOString(),
      phoneTime: null,
      why: [...why],
    })),
  ];
}

// Takes a person's decision on acts whose time the evidence doesn't decide (rule 16).

/**
 * The decision covers what has been received so far; acts that arrive later wait for a new decision.
 * @param decision `seen`: how many acts the person saw
 * @param from the phone on which the decision was made, and when, unless it is made here and now
 * @throws Problem not-found; changed-meanwhile when the number of held acts differs from `seen`
 */
export async function decideHeld(
  deps: Deps,
  actor: string,
  sittingId: string,
  { counted, reason, seen }: { counted: boolean; reason: string; seen?: number | undefined },
  from: Record<string, string> = {},
): Promise<void> {
  await untilUnchanged(async () => {
    const sitting = await readWhole(deps.db, { sittingId });
    // Nothing is decided while the sitting is under way: at its end, everything received is judged again.
    if (!sitting || sitting.state === 'open') throw new Problem('not-found');
    const acts = heldActs(sitting).length;
    if (seen !== undefined && seen !== acts) throw new Problem('changed-meanwhile');
    const now = deps.now();
    // A person who decides has also looked at the late work.
    const times = { ...timesOf(sitting), decision: { counted, at: now }, lookedAt: now };
    const settlement: Settlement = {
      ...(await settlementOf(deps.db, sitting, times)),
      looked: true,
      notes: [
        { actor, action: 'sitting.held-decided', detail: { counted, reason, acts, ...from } },
      ],
    };
    return (await writeSettlement(deps.db, sitting, settlement, now)) || null;
  });
}

// Records that a person has looked at late work that counts. The score loses its mark for late work; work that arrives later marks it
// again [AT12].

/** @throws Problem not-found */
export async function lookAtLate(deps: Deps, actor: string, sittingId: string): Promise<void> {
  await untilUnchanged(async () => {
    const sitting = await readWhole(deps.db, { sittingId });
    if (!sitting || sitting.state === 'open') throw new Problem('not-found');
    const now = deps.now();
    const before = timesOf(sitting);
    const times = { ...before, lookedAt: now };
    const seen = (await settlementOf(deps.db, sitting, before)).projection.late;
    if (!seen) return true;
    const settlement: Settlement = {
      ...(await settlementOf(deps.db, sitting, times)),
      looked: true,
      notes: [{ actor, action: 'sitting.late-looked', detail: { ...seen } }],
    };
    return (await writeSettlement(deps.db, sitting, settlement, now)) || null;
  });
}
