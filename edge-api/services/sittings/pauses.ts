// What a pause means for the server: it gives out no questions during a pause, and time in which the candidate worked anyway isn't given
// back [AT20].
import * as z from 'zod/mini';
import { sittingStates } from '#contract/wire/sync.ts';
import { millis } from '#db/instants.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { applyTime } from '../hall/apply-time.ts';
import type { JudgedEvent } from './judge-events.ts';
import type { StoredSitting } from './read-sitting.ts';

/** Seconds after which a waiting client asks again. */
export const PAUSE_ASKS_AGAIN = 10;

/** @throws Problem exam-paused */
export function refuseInPause(paused: number | null): void {
  if (paused !== null) throw new Problem('exam-paused', { retryAfter: PAUSE_ASKS_AGAIN });
}

/** A phone with a network sends within seconds, so an older event may have been done in a pause that is over by now. */
const SENT_AT_ONCE_MS = 15_000;

const TIMES = `select state, ${millis('deadline_at')} as deadline, ${millis('paused_at')} as paused from sittings where id = $1`;
const timesSchema = z.tuple([
  z.object({ state: z.enum(sittingStates), deadline: z.number(), paused: z.nullable(z.number()) }),
]);

/**
 * Works the pauses out again when an event that has arrived may have been done in one.
 * @param fresh events that are in the log by now
 * @returns the sitting with its times as they are now
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
