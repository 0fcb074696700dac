// What a pause does at the server's door: no question is given out in it, and work that was done in it isn't given back
// as time [AT20].
import * as z from 'zod/mini';
import { sittingStates } from '#contract/wire/sync.ts';
import { millis } from '#db/instants.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { applyTime } from '../hall/apply-time.ts';
import type { JudgedEvent } from './judge-events.ts';
import type { StoredSitting } from './read-sitting.ts';

/** Who waits is asked back that often, seconds. */
export const PAUSE_ASKS_AGAIN = 10;

/** @throws Problem exam-paused */
export function refuseInPause(paused: number | null): void {
  if (paused !== null) throw new Problem('exam-paused', { retryAfter: PAUSE_ASKS_AGAIN });
}

/** A phone with a network sends within seconds: what is older may have been done in a pause that is over by now. */
const SENT_AT_ONCE_MS = 15_000;

const TIMES = `select state, ${millis('deadline_at')} as deadline, ${millis('paused_at')} as paused from sittings where id = $1`;
const timesSchema = z.tuple([
  z.object({ state: z.enum(sittingStates), deadline: z.number(), paused: z.nullable(z.number()) }),
]);

/**
 * Counts the pauses again where something that has arrived may have been done in one.
 * @param fresh in the log by now
 * @returns the sitting with its time as it is then
 */
export async function recountPauses<S extends Pick<StoredSitting, 'id' | 'started' | 'paused'>>(
  deps: Deps,
  sitting: S,
  fresh: readonly JudgedEvent[],
  now: number,
): Promise<S> {
  const isOld = ({ elapsed }: JudgedEvent) => now - sitting.started - elapsed > SENT_AT_ONCE_MS;
  if (fresh.length === 0 || (sitting.paused === null && !fresh.some(isOld))) return sitting;
  await applyTime(deps, [sitting.id]);
  const [times] = timesSchema.parse(await deps.db.rows(TIMES, [sitting.id]));
  return { ...sitting, ...times };
}
