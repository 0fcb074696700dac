// How often a phone that waits looks whether the server can be reached again [SY11].

/** A drain that takes longer is doubted. A push of one answer is done by then on 2G, most are on a busy server. */
export const DOUBT_MS = 2_000;
/** A first probe was answered and the drain still isn't: so much later a second one asks whether its request was swallowed. */
export const STALL_MS = 3_000;
/** A server too busy for a push, or a network too slow for one, answers no probe so quickly. */
export const QUICK_MS = 600;
/** Probe, answer and push together are to be done within two seconds of the network's return. */
const SHORTEST_MS = 1_500;
const LONGEST_MS = 30_000;
/** Five minutes of silence: whoever still works at the exam begins the search anew with the next act. */
export const MOST_IN_A_ROW = 200;

/**
 * @param probes that nobody answered, in a row
 * @param misled probes that were answered while the drain after them was not: the network takes small calls only
 * @param away the app is not in front: each pause is twice the one before
 * @returns milliseconds from one probe to the next; the former is given up then
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
