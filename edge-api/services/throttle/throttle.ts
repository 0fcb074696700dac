/**
 * Bounds on how often something may be tried. Limits per address are generous: a whole examination hall
 * shares one address.
 */
import { countTries, type Tally } from '#db/queries/throttles.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';

export type Limit = { key: string; most: number; seconds: number };

/** Counts one try. @throws Problem throttled when it was one too many under any of the limits */
export async function throttle(
  deps: Pick<Deps, 'db' | 'now'>,
  limits: readonly Limit[],
): Promise<void> {
  const now = deps.now();
  refuseAbove(limits, await countTries(deps.db, now, limits), now, 0);
}

/** @throws Problem throttled when the next try would be one too many */
export function refuseFurther(
  limits: readonly Limit[],
  tallies: readonly Tally[],
  now: number,
): void {
  refuseAbove(limits, tallies, now, 1);
}

function refuseAbove(
  limits: readonly Limit[],
  tallies: readonly Tally[],
  now: number,
  coming: number,
): void {
  const most = new Map(limits.map((limit) => [limit.key, limit.most]));
  const over = tallies.filter(
    ({ key, count }) => count + coming > (most.get(key) ?? Number.POSITIVE_INFINITY),
  );
  if (over.length === 0) return;
  const latest = Math.max(...over.map(({ resetsAt }) => resetsAt));
  throw new Problem('throttled', { retryAfter: Math.max(1, Math.ceil((latest - now) / 1_000)) });
}
