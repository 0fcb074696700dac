// What the office has settled beforehand about acts whose time nothing proves (rule 16): they wait for a person,
// or are refused here, with a note, until a person says otherwise. The score is the same either way.
import { settingNow } from '#api/services/settings/settings.ts';
import type { Projection, TimeFacts } from '#machines/sitting/rules.ts';
import type { Deps } from '../../deps.ts';
import { readWhole } from './read-sitting.ts';
import { type Settlement, settlementOf, timesOf, writeSettlement } from './settle.ts';
import { untilUnchanged } from './try-again.ts';

/** Where a person has let acts count before, the next ones wait for a person too. */
export async function decideByPolicy(
  deps: Pick<Deps, 'db' | 'now'>,
  times: TimeFacts,
  projection: Projection,
  now: number,
): Promise<Pick<Settlement, 'projection' | 'decision' | 'notes'>> {
  const asItIs = { projection, decision: times.decision, notes: [] };
  if (projection.held === 0 || times.decision?.counted) return asItIs;
  const { lateActs } = await settingNow(deps, 'policies');
  if (lateActs === 'wait') return asItIs;
  return {
    projection: { ...projection, held: 0 },
    decision: { counted: false, at: now },
    notes: [
      {
        actor: 'server',
        action: 'sitting.held-decided',
        detail: { counted: false, reason: 'The exam policy refuses them', acts: projection.held },
      },
    ],
  };
}

/** Works out anew what counts in a sitting that is over, after its deadline has moved. */
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
