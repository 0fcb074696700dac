/** What "includes late work" means, in minutes of silence (decision 24). */
import type { LateWork } from '#contract/wire/results.ts';

export function lateWords({ before, after }: LateWork): string {
  return `Includes late work: the phone was silent for ${minutes(before)} before the end and ${minutes(after)} after it.`;
}

function minutes(count: number): string {
  return count === 1 ? '1 minute' : `${count} minutes`;
}
