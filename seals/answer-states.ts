// A whole answer sheet as one small number per question, in the paper's order. Untouched and cleared are two states,
// because a submission takes back the answers that it clears and leaves alone the questions that it doesn't name [AT6].
import { type OptionName, optionNames } from '#contract/wire/values.ts';

const UNTOUCHED = 0;
const CLEARED = 1;
/** Untouched, cleared, four options. */
export const STATES = 2 + optionNames.length;

export type Answers = { qid: string; answer: OptionName | '' }[];

/** The option names as plain strings, for lookups. */
export const optionTexts: readonly string[] = optionNames;

/** Answers as the phone stores them. */
export type GivenAnswers = ReadonlyArray<{ qid: string; answer: string }>;

/** @throws RangeError for an answer to a question that is not in the paper */
export function statesOf(answers: GivenAnswers, paper: readonly string[]): number[] {
  const places = new Map(paper.map((qid, place) => [qid, place]));
  const states = paper.map(() => UNTOUCHED);
  for (const { qid, answer } of answers) {
    const place = places.get(qid);
    const option = optionTexts.indexOf(answer);
    if (place === undefined || (option < 0 && answer !== ''))
      throw new RangeError('no such answer');
    states[place] = option < 0 ? CLEARED : CLEARED + 1 + option;
  }
  return states;
}

/** @throws RangeError for states that no paper of this length has */
export function answersFrom(states: readonly number[], paper: readonly string[]): Answers {
  if (states.length !== paper.length) throw new RangeError('another paper');
  return states.flatMap((state, place) => {
    const qid = paper[place];
    if (qid === undefined || state === UNTOUCHED) return [];
    const answer = state === CLEARED ? '' : optionNames[state - CLEARED - 1];
    if (answer === undefined) throw new RangeError('no such answer');
    return [{ qid, answer }];
  });
}
