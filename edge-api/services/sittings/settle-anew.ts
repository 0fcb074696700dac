// Works out anew what counts in a sitting that is over, after its deadline has moved.
import type { Deps } from '../../deps.ts';
import { decideByPolicy } from './decide-by-policy.ts';
import { readWhole } from './read-sitting.ts';
import { settlementOf, timesOf, writeSettlement } from './settle.ts';
import { untilUnchanged } from './try-again.ts';

export async function settleAnew(deps: Deps, sittingId: string): Promise<void> {
  await untilUnchanged(async () => {
    const sitting = await readWhole(deps.db, { sittingId });
    if (!sitting || sitting.state === 'open') return true;
    const times = timesOf(sitting);
    const now = deps.now();
    const settlement = await settlementOf(deps.db, sitting, times);
    const late = await decideByPolicy(deps, times, settlement.projection, now);
    return (await writeSettlement(deps.db, sitting, { ...settlement, ...late }, now)) || null;
  });
}
