// How long to wait before a retry: exponential with full jitter [SY6], so that ten thousand phones that lost one server
// don't return in the same second.

/** The first retry comes within a second: most failures on a phone are one lost packet. */
const FIRST_MS = 1_000;
/**
 * Long enough to spare a battery, short enough that a hall whose network is back sends everything within half a minute.
 */
const LONGEST_MS = 30_000;
/** The random factor may be zero; a quarter of a second keeps a broken server from being hammered. */
const SHORTEST_MS = 250;

/**
 * @param failures in a row, from 1
 * @param chance from 0 up to, but not including, 1
 * @param retryAfterMs what the server asked for, or null
 * @returns milliseconds to wait
 */
export function backoffDelay(
  failures: number,
  chance: number,
  retryAfterMs: number | null,
): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 16));
  return Math.round(Math.max(SHORTEST_MS, ceiling * chance, retryAfterMs ?? 0));
}
