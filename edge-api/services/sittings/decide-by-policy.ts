// What the office has settled beforehand about acts whose time nothing proves (rule 16): they wait for a person,
// or are refused here, with a note, until a person says otherwise. The score is the same either way.

import { settingNow } from '#api/services/settings/settings.ts';
import type { Projection, TimeFacts } from '#machines/sitting/rules.ts';
import type { Deps } from '../../deps.ts';
import type { Settlement } from './settle.ts';

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
