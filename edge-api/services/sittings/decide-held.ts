// Acts whose time the evidence doesn't settle wait for a person (rule 16): here they are listed with the
// evidence, and decided.
import { asc, gt } from 'drizzle-orm';
import { sittings } from '#db/schema/sittings.ts';
import { type Placing, placeAll } from '#machines/sitting/rules.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { readWhole, type WholeSitting } from './read-sitting.ts';
import { scoreLog, timesOf, writeSettlement } from './settle.ts';
import { untilUnchanged } from './try-again.ts';

export type HeldAct = {
  deviceId: string;
  seq: number;
  type: string;
  qid: string | null;
  elapsed: number;
  receivedAt: string;
  phoneTime: string | null;
};

const PAGE = 50;

/** Sittings with held acts, oldest deadline first. */
export async function listHeld(deps: Deps): Promise<
  {
    sittingId: string;
    uid: string;
    examID: string;
    startedAt: string;
    deadline: string;
    held: HeldAct[];
  }[]
> {
  const rows = await deps.db.orm
    .select({ id: sittings.id })
    .from(sittings)
    .where(gt(sittings.heldEvents, 0))
    .orderBy(asc(sittings.deadlineAt))
    .limit(PAGE);
  const found = [];
  for (const { id } of rows) {
    const sitting = await readWhole(deps.db, { sittingId: id });
    if (!sitting) continue;
    found.push({
      sittingId: id,
      uid: sitting.uid,
      examID: sitting.exam_id,
      startedAt: new Date(sitting.started).toISOString(),
      deadline: new Date(sitting.deadline).toISOString(),
      held: heldActs(sitting),
    });
  }
  return found;
}

function heldActs(sitting: WholeSitting): HeldAct[] {
  const { acts, handIns } = placeAll(sitting.log, sitting.handIns, timesOf(sitting));
  const isHeld = ({ placing }: { placing: Placing }) => placing === 'held';
  return [
    ...acts.filter(isHeld).map(({ act }) => ({
      deviceId: act.deviceId,
      seq: act.seq,
      type: act.type,
      qid: act.qid ?? null,
      elapsed: act.elapsed,
      receivedAt: new Date(act.receivedAt).toISOString(),
      phoneTime: Math.abs(act.at) < 8.64e15 ? new Date(act.at).toISOString() : null,
    })),
    ...handIns.filter(isHeld).map(({ act: handIn }) => ({
      deviceId: handIn.deviceId,
      seq: handIn.seq,
      type: 'submission',
      qid: null,
      elapsed: handIn.elapsed,
      receivedAt: new Date(handIn.receivedAt).toISOString(),
      phoneTime: null,
    })),
  ];
}

/** Covers what was received until now; what comes later waits anew. */
export async function decideHeld(
  deps: Deps,
  actor: string,
  sittingId: string,
  counted: boolean,
  reason: string,
): Promise<void> {
  await untilUnchanged(async () => {
    const sitting = await readWhole(deps.db, { sittingId });
    if (!sitting) throw new Problem('not-found');
    const now = deps.now();
    const times = { ...timesOf(sitting), decision: { counted, at: now } };
    const { projection, sections } = await scoreLog(
      deps.db,
      sitting,
      sitting.log,
      sitting.handIns,
      times,
    );
    const notes = [
      {
        actor,
        action: 'sitting.held-decided',
        detail: { counted, reason, acts: heldActs(sitting).length },
      },
    ];
    const settlement = {
      state: sitting.state,
      provisional: sitting.handIns.length === 0,
      receipt: null,
      events: null,
      handIn: null,
      projection,
      sections,
      decision: times.decision,
      notes,
    };
    return (await writeSettlement(deps.db, sitting, settlement, now)) || null;
  });
}
