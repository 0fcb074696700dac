/**
 * Limits how often something may be tried. Limits per network address are generous, because a whole exam hall shares one
 * address.
 */
import {
  CLOCKS_APART_SECONDS,
  countTries,
  giveTriesBack,
  type Tally,
} from '#db/queries/throttles.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';

type Limit = { key: string; most: number; seconds: number };

/** Counts one try. @throws Problem throttled when the try exceeds one of the limits */
export async function throttle(
  deps: Pick<Deps, 'db' | 'now'>,
  limits: readonly Limit[],
): Promise<void> {
  const now = deps.now();
  refuseAbove(limits, await countTries(deps.db, now, limits), now, 0);
}

/** @throws Problem throttled when one more try would exceed a limit */
function refuseFurther(limits: readonly Limit[], tallies: readonly Tally[], now: number): void {
  refuseAbove(limits, tallies, now, 1);
}

function refuseAbove(
  limits: readonly Limit[],
  tallies: readonly Tally[],
  now: number,
  coming: number,
): void {
  const byKey = new Map(limits.map((limit) => [limit.key, limit]));
  const over = tallies.filter(({ key, count, resetsAt }) => {
    const limit = byKey.get(key);
    if (!limit || count + coming <= limit.most) return false;
    return resetsAt <= now + (limit.seconds + CLOCKS_APART_SECONDS) * 1_000;
  });
  if (over.length === 0) return;
  const latest = Math.max(...over.map(({ resetsAt }) => resetsAt));
  throw new Problem('throttled', { retryAfter: Math.max(1, Math.ceil((latest - now) / 1_000)) });
}

// Limits that slow down but never lock out: beyond `bound` wrong tries, each further one begins a `pause`. A try is counted before it is
// judged and given back if it was right. So tries at the same moment, in however many processes, are judged one after another, and
// nobody has to queue.

export type Slowing = { bound: Limit; pause: Limit };

export function slowing(key: string, most: number, seconds: number, pauseSeconds: number): Slowing {
  return {
    bound: { key, most, seconds },
    pause: { key: `${key}, pause`, most: 1, seconds: pauseSeconds },
  };
}

export function limitsOf(slowings: readonly Slowing[]): Limit[] {
  return slowings.flatMap(({ bound, pause }) => [bound, pause]);
}

export function isPastBound({ bound }: Slowing, tallies: readonly Tally[]): boolean {
  return (tallies.find(({ key }) => key === bound.key)?.count ?? 0) >= bound.most;
}

/** @returns the refusal while a pause lasts; null when a try is allowed */
export function pausedBy(
  slowings: readonly Slowing[],
  tallies: readonly Tally[],
  now: number,
): Problem | null {
  const past = slowings.filter((each) => isPastBound(each, tallies));
  try {
    refuseFurther(
      past.map(({ pause }) => pause),
      tallies,
      now,
    );
    return null;
  } catch (refusal) {
    if (refusal instanceof Problem) return refusal;
    throw refusal;
  }
}

/** Counts a try that is allowed. @throws Problem throttled when other tries at the same moment were faster */
export async function countTry(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  slowings: readonly Slowing[],
): Promise<void> {
  const at = now();
  const tallies = await countTries(db, at, limitsOf(slowings));
  const before = tallies.map((tally) => ({ ...tally, count: tally.count - 1 }));
  const refusal = pausedBy(slowings, before, at);
  if (refusal) throw refusal;
}

export async function giveTryBack(
  { db }: Pick<Deps, 'db'>,
  slowings: readonly Slowing[],
): Promise<void> {
  await giveTriesBack(
    db,
    limitsOf(slowings).map(({ key }) => key),
  );
}
