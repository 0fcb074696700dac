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

// How often a waiting phone checks whether the server can be reached again [SY11].

/** A longer drain is doubted. On 2G a push of one answer is done by then, as most are on a busy server. */
export const DOUBT_MS = 2_000;
/**
 * A first probe was answered and the drain still isn't: this much later a second one checks whether its request was
 * swallowed.
 */
export const STALL_MS = 3_000;
/** A server too busy for a push, or a network too slow for one, answers no probe this quickly. */
export const QUICK_MS = 600;
/** Probe, answer and push together must finish within two seconds of the network's return. */
const SHORTEST_PROBE_MS = 1_500;
const LONGEST_PROBE_MS = 30_000;
/** Five minutes of silence: a candidate still at work restarts the search with the next act. */
export const MOST_IN_A_ROW = 200;

/**
 * @param probes unanswered in a row
 * @param misled probes that were answered while the drain after them was not: the network carries small calls only
 * @param away the app is not in front: each pause is twice the one before
 * @returns milliseconds from one probe to the next; the earlier one is then given up
 */
export function probePause({
  probes,
  misled,
  away,
}: {
  probes: number;
  misled: number;
  away: boolean;
}): number {
  if (probes >= MOST_IN_A_ROW) return LONGEST_PROBE_MS;
  const doublings = misled + (away ? probes : 0);
  return Math.min(LONGEST_PROBE_MS, SHORTEST_PROBE_MS * 2 ** Math.min(doublings, 16));
}
