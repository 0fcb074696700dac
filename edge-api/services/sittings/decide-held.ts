// A person decides on acts whose time the evidence doesn't settle (rule 16).
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { heldActs } from './list-held.ts';
import { readWhole } from './read-sitting.ts';
import { type Settlement, settlementOf, timesOf, writeSettlement } from './settle.ts';
import { untilUnchanged } from './try-again.ts';

/**
 * Covers what was received until now; what comes later waits anew.
 * @param decision `seen`: how many acts the person saw
 * @param from on which phone it was decided, and when, where that isn't here and now
 * @throws Problem not-found; changed-meanwhile when other acts wait than those that were seen
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
    // While it is under way nothing is decided: at its end what came by then is judged anew.
    if (!sitting || sitting.state === 'open') throw new Problem('not-found');
    const acts = heldActs(sitting).length;
    if (seen !== undefined && seen !== acts) throw new Problem('changed-meanwhile');
    const now = deps.now();
    // Who decided has looked.
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
