/** What the office reads, from the standby where that is recent enough; whatever fails there is asked of the primary. */
import type { Deps } from '#api/deps.ts';
import { Problem } from '#api/problem.ts';
import type { Replica } from '#db/open-replica.ts';

/** Those that a list failed at and none has been read from since. */
const failing = new WeakSet<Replica>();

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
      failing.delete(replica);
      return { result, age: Math.ceil(age / 1_000) };
    } catch (error) {
      if (!(error instanceof Problem)) {
        if (!failing.has(replica)) log.warn({ err: error }, 'the replica failed at a list');
        failing.add(replica);
      } else if (error.code === 'unavailable') throw error; // It is being counted there: not here, too.
      // No other refusal is believed: what isn't there may have come to be.
    }
  }
  return { result: await read(deps), age: 0 };
}

/** No standby ever holds it: what was changed isn't known, or not confirmed yet. */
export const BEYOND = Number.MAX_SAFE_INTEGER;

/** Where the primary stands now that somebody has changed something, for `readLate`. */
export const markOfChange = (replica: Replica): Promise<number> =>
  replica.mark().catch(() => BEYOND);
