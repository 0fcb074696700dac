// Closes sittings that were not submitted by the deadline plus the transit allowance, provisionally, with what the server holds
// (rule 16). Any number of processes may run this: the sitting's version decides which one writes.
import * as z from 'zod/mini';
import { settingNow } from '#api/services/settings/settings.ts';
import { instant } from '#db/instants.ts';
import type { Projection, TimeFacts } from '#machines/sitting/rules.ts';
import type { Deps } from '../../deps.ts';
import { readWhole, type StoredSitting } from './read-sitting.ts';
import { type Settlement, settlementOf, timesOf, writeSettlement } from './settle.ts';
import { untilUnchanged } from './try-again.ts';
import { keptUnderWay } from './under-way.ts';

const BATCH = 100;
const idsSchema = z.array(z.object({ id: z.string() }));

/** @returns how many sittings this call closed */
export async function closeOverdue(deps: Deps): Promise<number> {
  const now = deps.now();
  const { transitSeconds } = await settingNow(deps, 'policies');
  const overdue = idsSchema.parse(
    await deps.db.rows(
      `select id from sittings where state = 'open' and paused_at is null and deadline_at < ${instant('$1')} order by deadline_at, id limit ${BATCH}`,
      [now - transitSeconds * 1_000],
    ),
  );
  let closed = 0;
  for (const { id } of overdue) {
    try {
      if (await closeSitting(deps, id, now)) closed += 1;
    } catch (error) {
      // One sitting that can't be closed must not hold up the others.
      deps.log.error({ err: error, sittingId: id }, 'sitting not closed');
    }
  }
  return closed;
}

export function isOverdue(
  { state, deadline, paused, transit_seconds }: StoredSitting,
  now: number,
): boolean {
  // A sitting whose clock is paused is never overdue.
  return state === 'open' && paused === null && now > deadline + transit_seconds * 1_000;
}

/** @returns false when the sitting isn't overdue, or changed meanwhile */
export async function closeSitting(deps: Deps, sittingId: string, now: number): Promise<boolean> {
  const sitting = await readWhole(deps.db, { sittingId });
  if (!sitting || !isOverdue(sitting, now)) return false;
  const times = timesOf(sitting);
  const settlement = await settlementOf(deps.db, sitting, times);
  const late = await decideByPolicy(deps, times, settlement.projection, now);
  keptUnderWay(deps.db).delete(sittingId);
  return writeSettlement(
    deps.db,
    sitting,
    {
      ...settlement,
      ...late,
      state: 'closed',
      provisional: true,
      notes: [
        ...late.notes,
        {
          actor: 'server',
          action: 'sitting.closed',
          detail: { events: sitting.log.length, afterDeadlineMs: now - sitting.deadline },
        },
      ],
    },
    now,
  );
}

// Applies what the office has decided in advance about acts whose time nothing proves (rule 16): they wait for a person, or are refused
// here, with a note, until a person decides otherwise. The score is the same either way.

/** If a person has let acts of this sitting count before, further ones also wait for a person. */
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
    projection: { ...projection, held: 0, against: projection.against + projection.held },
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

/** Works out again what counts in a sitting that is over, after its deadline has moved. */
export async function settleAgain(deps: Deps, sittingId: string): Promise<void> {
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
