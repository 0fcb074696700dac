// Optimistic writing: read, judge, and write if nothing has changed meanwhile; otherwise start again.
import { Problem } from '../../problem.ts';

/** Only one device writes to a sitting, so more than two tries in a row mean that something is wrong. */
const MOST_TRIES = 8;

/** @param attempt returns null when the facts that it judged by have changed */
export async function untilUnchanged<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const done = await attempt();
    if (done !== null) return done;
  }
  throw new Problem('unavailable', { retryAfter: 1 });
}
