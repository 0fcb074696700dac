/** What the office reads, from the standby where that is recent enough; whatever fails there is asked of the primary. */
import type { Deps } from '#api/deps.ts';
import { Problem } from '#api/problem.ts';

/**
 * @param mark what the asker has changed, which must be in it; null when nothing
 * @param read is told the time of what it reads, and may be called again
 * @returns how old it is at most, in whole seconds; null without a replica
 */
export async function readLate<T>(
  deps: Deps,
  mark: number | null,
  read: (deps: Deps) => Promise<T>,
): Promise<{ result: T; age: number | null }> {
  const { replica, log } = deps;
  if (!replica) return { result: await read(deps), age: null };
  const age = replica.age(mark);
  if (age !== null) {
    try {
      const result = await read({ ...deps, db: replica.db, now: () => deps.now() - age });
      return { result, age: Math.ceil(age / 1_000) };
    } catch (error) {
      // Not even a refusal is believed: what isn't there may have come to be.
      if (!(error instanceof Problem)) log.warn({ err: error }, 'the replica failed at a list');
    }
  }
  return { result: await read(deps), age: 0 };
}

/** No standby ever holds it: what was changed isn't known, or not confirmed yet. */
const BEYOND = Number.MAX_SAFE_INTEGER;

/** Where the primary stands now that somebody has changed something, for `readLate`. */
export async function markOfChange(
  { replica }: Deps,
  stillGoesOn: boolean,
): Promise<number | null> {
  if (!replica) return null;
  return stillGoesOn ? BEYOND : replica.mark().catch(() => BEYOND);
}
