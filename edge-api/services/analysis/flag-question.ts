// Which questions deserve a person's look, and why. A flag accuses nobody: a hard question may be a good one.
import { FEWEST_TO_JUDGE, type QuestionFlag, questionFlags } from '#contract/desk/analysis.ts';
import type { QuestionCount } from './tally-questions.ts';

const OPTIONS = 4;

const isSo: Record<QuestionFlag, (count: QuestionCount) => boolean> = {
  'nobody-right': ({ right }) => right === 0,
  // Blank answers are no guesses: a question that most leave out may still be right.
  'below-chance': ({ right, wrong }) => right > 0 && right * OPTIONS < right + wrong,
  // Those who know more get it wrong more often: most likely the key names the wrong option.
  'negative-discrimination': ({ discrimination }) => discrimination !== null && discrimination < 0,
  'everyone-right': ({ asked, right }) => right === asked,
  // Where nobody is wrong no option can mislead: that is said already.
  'option-never-chosen': ({ wrong, chosen }) => wrong > 0 && chosen.includes(0),
};

/** @returns the gravest first; none while too few were asked to tell */
export function flagQuestion(count: QuestionCount): QuestionFlag[] {
  if (count.asked < FEWEST_TO_JUDGE) return [];
  return questionFlags.filter((flag) => isSo[flag](count));
}
