/**
 * Chromium's caches never answer again, until it is started anew, once a page has died while it wrote into one: a phone
 * that is short of memory kills pages. Whoever asks them goes on without an answer, in words or by the network.
 */

const PATIENCE_MS = 3_000;
/** Once they were late. */
const IMPATIENCE_MS = 200;

const LATE = new Error('Caches don’t answer.');
let patience = PATIENCE_MS;

/** @throws what `isLate` knows when the caches haven't answered in time */
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
