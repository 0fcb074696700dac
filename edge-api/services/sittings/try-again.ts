// Optimistic writing: read, judge, write if nothing changed meanwhile; otherwise from the start.
import { Problem } from '../../problem.ts';

/** One device writes a sitting, so more than two tries in a row mean that something is wrong. */
const MOST_TRIES = 8;

/** @param attempt answers null when the facts it judged by have changed */
export async function untilUnchanged<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const done = await attempt();
    if (done !== null) return done;
  }
  throw new Problem('unavailable', { retryAfter: 1 });
}
