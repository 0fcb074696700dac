// A person has looked at late work that counts: the score loses its mark, what comes later is marked anew [AT12].
import { isHandedIn } from '#machines/sitting/rules.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { readWhole } from './read-sitting.ts';
import { scoreLog, timesOf, writeSettlement } from './settle.ts';
import { untilUnchanged } from './try-again.ts';

/** @throws Problem not-found */
export async function lookAtLate(deps: Deps, actor: string, sittingId: string): Promise<void> {
  await untilUnchanged(async () => {
    const sitting = await readWhole(deps.db, { sittingId });
    if (!sitting || sitting.state === 'open') throw new Problem('not-found');
    const now = deps.now();
    const before = timesOf(sitting);
    const times = { ...before, lookedAt: now };
    const { log, handIns } = sitting;
    const { projection, sections } = await scoreLog(deps.db, sitting, log, handIns, times);
    const seen = (await scoreLog(deps.db, sitting, log, handIns, before)).projection.late;
    if (!seen) return true;
    const settlement = {
      state: sitting.state,
      provisional: !isHandedIn(handIns),
      receipt: null,
      events: null,
      handIn: null,
      projection,
      sections,
      decision: times.decision,
      looked: true,
      notes: [{ actor, action: 'sitting.late-looked' as const, detail: { ...seen } }],
    };
    return (await writeSettlement(deps.db, sitting, settlement, now)) || null;
  });
}
