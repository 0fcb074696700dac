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

/** A drain that takes longer is doubted. By then a push of one answer is done on 2G, and most are on a busy server. */
export const DOUBT_MS = 2_000;
/**
 * If the first probe is answered but the drain isn't, a second probe checks after this time whether the drain's request
 * got lost.
 */
export const STALL_MS = 3_000;
/** A server too busy for a push, or a network too slow for one, answers no probe this quickly. */
export const QUICK_MS = 600;
/** Probe, answer and push together must finish within two seconds of the network's return. */
const SHORTEST_PROBE_MS = 1_500;
const LONGEST_PROBE_MS = 30_000;
/**
 * After this many unanswered probes (five minutes) the search slows down. The next act of a candidate who is still at
 * work restarts it.
 */
export const MOST_IN_A_ROW = 200;

/**
 * @param probes unanswered in a row
 * @param misled probes that were answered, but followed by a drain that wasn't: the network carries small calls only
 * @param away whether the app is behind another: then each pause is twice the one before
 * @returns milliseconds until the next probe; the phone then gives up the previous one
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
