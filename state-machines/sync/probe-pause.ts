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
const SHORTEST_MS = 1_500;
const LONGEST_MS = 30_000;
/** Five minutes of silence: whoever still works at the exam restarts the search with the next act. */
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
  if (probes >= MOST_IN_A_ROW) return LONGEST_MS;
  const doublings = misled + (away ? probes : 0);
  return Math.min(LONGEST_MS, SHORTEST_MS * 2 ** Math.min(doublings, 16));
}
