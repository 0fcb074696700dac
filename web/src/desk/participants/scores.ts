/** Reading the scores of an exam's participants (specification section 3, exam participant). */
import type { Participant } from '#contract/desk/participants.ts';
import { TOTAL } from '#contract/wire/results.ts';

type Scored = Pick<Participant, 'score'>;

export function scoreIn(participant: Scored, section: string): number | null {
  return participant.score.find((entry) => Object.hasOwn(entry, section))?.[section] ?? null;
}

/** The sum over all sections, exact to the hundredth; null while nothing is scored. */
export function totalOf(participant: Scored): number | null {
  const marks = participant.score.flatMap((entry) =>
    Object.entries(entry).flatMap(([name, value]) => (name === TOTAL ? [] : [value])),
  );
  if (marks.length === 0) return null;
  return marks.reduce((sum, value) => sum + Math.round(value * 100), 0) / 100;
}
