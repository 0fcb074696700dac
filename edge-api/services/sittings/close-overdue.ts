// Closes sittings from which nothing came by the deadline plus the transit allowance, provisionally, with
// what the server holds (rule 16). Safe in any number of processes: the version decides who writes.

import * as z from 'zod/mini';
import { settingNow } from '#api/services/settings/settings.ts';
import { instant } from '#db/instants.ts';
import type { Deps } from '../../deps.ts';
import { decideByPolicy } from './decide-by-policy.ts';
import { readWhole, type StoredSitting } from './read-sitting.ts';
import { settlementOf, timesOf, writeSettlement } from './settle.ts';
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
      // The others are not to wait for the one that can't be closed.
      deps.log.error({ err: error, sittingId: id }, 'sitting not closed');
    }
  }
  return closed;
}

export function isOverdue(
  { state, deadline, paused, transit_seconds }: StoredSitting,
  now: number,
): boolean {
  // While the clock stands still nothing is overdue.
  return state === 'open' && paused === null && now > deadline + transit_seconds * 1_000;
}

/** @returns false when it isn't overdue, or changed meanwhile */
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
