// The best and the weakest candidates of an exam: 27 % at each end, which tells good questions from bad ones
// best (T. L. Kelley, "The selection of upper and lower groups for the validation of test items", Journal of
// Educational Psychology 30, 1939). Those who tie with the last of a group belong to it: no chance decides.
import type { Counted } from './distribution.ts';

const SHARE = 0.27;

/** Scores, in hundredths, from which on one is among the best, and up to which among the weakest. */
export type Cuts = { upper: number; lower: number };

/** @returns null when the groups would share someone, as when all have the same score */
export function cutGroups(scores: Counted): Cuts | null {
  const rising = [...scores].sort(([a], [b]) => a - b);
  const candidates = rising.reduce((sum, [, times]) => sum + times, 0);
  const size = Math.max(1, Math.round(candidates * SHARE));
  const lower = scoreOfLast(rising, size);
  const upper = scoreOfLast(rising.reverse(), size);
  return lower === null || upper === null || upper <= lower ? null : { upper, lower };
}

function scoreOfLast(ordered: readonly (readonly [number, number])[], size: number): number | null {
  let members = 0;
  for (const [score, times] of ordered) {
    members += times;
    if (members >= size) return score;
  }
  return null;
}
