/** Reads lists for the office from the standby while it is recent enough. Whatever fails there is read from the primary. */
import type { Deps } from '#api/deps.ts';
import { Problem } from '#api/problem.ts';
import type { Replica } from '#db/open-replica.ts';

/** Replicas at which a list has failed, and from which none has been read since. */
const failing = new WeakSet<Replica>();

/**
 * @param mark the caller's latest change, which the replica must have; null when the caller has changed nothing
 * @param read gets `deps` with the clock of the data it reads, and may be called twice
 * @returns `age`: how old the result is at most, in whole seconds; null without a replica
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
      } else if (error.code === 'unavailable') throw error; // The list is being counted there, so don't count it here too.
      // Other refusals aren't trusted: what the replica doesn't have may exist by now.
    }
  }
  return { result: await read(deps), age: 0 };
}

/** A mark that no standby ever reaches, for a change whose position isn't known or not confirmed yet. */
export const BEYOND = Number.MAX_SAFE_INTEGER;

/** The primary's position after somebody has changed something, for `readLate`. */
export const markOfChange = (replica: Replica): Promise<number> =>
  replica.mark().catch(() => BEYOND);
