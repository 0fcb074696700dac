/**
 * When a page dies while it writes to Cache Storage, Chromium's caches never answer again until the browser is
 * restarted; a phone short of memory kills pages. So every wait for the caches has a limit, after which the caller goes
 * on without their answer: with a message, or by the network.
 */

const PATIENCE_MS = 3_000;
/** Milliseconds, once the caches have been late. */
const IMPATIENCE_MS = 200;

const LATE = new Error('Caches don’t answer.');
let patience = PATIENCE_MS;

/** @throws an error that `isLate` recognises when the caches haven't answered in time */
export function inTime<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, refuse) => {
    const timer = setTimeout(() => {
      patience = IMPATIENCE_MS;
      refuse(LATE);
    }, patience);
    answer.then(resolve, refuse).finally(() => {
      clearTimeout(timer);
      patience = PATIENCE_MS;
    });
  });
}

export const isLate = (error: unknown): boolean => error === LATE;
