// Works out anew what counts in a sitting that is over, after its deadline has moved.
import { isHandedIn } from '#machines/sitting/rules.ts';
import type { Deps } from '../../deps.ts';
import { decideByPolicy } from './decide-by-policy.ts';
import { readWhole } from './read-sitting.ts';
import { scoreLog, timesOf, writeSettlement } from './settle.ts';
import { untilUnchanged } from './try-again.ts';

export async function settleAnew(deps: Deps, sittingId: string): Promise<void> {
  await untilUnchanged(async () => {
    const sitting = await readWhole(deps.db, { sittingId });
    if (!sitting || sitting.state === 'open') return true;
    const times = timesOf(sitting);
    const { handIns, log, state } = sitting;
    const { projection, sections } = await scoreLog(deps.db, sitting, log, handIns, times);
    const now = deps.now();
    const late = await decideByPolicy(deps, times, projection, now);
    const settlement = {
      state,
      provisional: !isHandedIn(handIns),
      receipt: null,
      events: null,
      handIn: null,
      sections,
      ...late,
    };
    return (await writeSettlement(deps.db, sitting, settlement, now)) || null;
  });
}
