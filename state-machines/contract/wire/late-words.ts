// What came after the end of an exam, in the office's words (decision 24).
import type { LateWork, ResultsReply } from './results.ts';

/** What "includes late work" means, in minutes of silence. */
export function lateWords({ before, after }: LateWork): string {
  return `Includes late work: the phone was silent for ${minutes(before)} before the end and ${minutes(after)} after it.`;
}

function minutes(count: number): string {
  return count === 1 ? '1 minute' : `${count} minutes`;
}

const tooLateWords = {
  waits: 'Late work is waiting for a decision.',
  refused: 'Late work wasn’t counted.',
};

/** Empty if nothing came late. */
export function lateNotes({
  lateWork,
  tooLate,
}: Pick<ResultsReply[number], 'lateWork' | 'tooLate'>): string {
  return [lateWork && lateWords(lateWork), tooLate && tooLateWords[tooLate]]
    .filter(Boolean)
    .join(' ');
}
