// A person has looked at late work that counts: the score loses its mark, what comes later is marked anew [AT12].
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { readWhole } from './read-sitting.ts';
import { type Settlement, settlementOf, timesOf, writeSettlement } from './settle.ts';
import { untilUnchanged } from './try-again.ts';

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
