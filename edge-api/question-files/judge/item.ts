// A question as formats that are no tables have it: any number of options, each with its share of the
// mark. Whether it fits four options and one right answer is decided here, for all of them alike.
import type { OptionIndex, QuestionContent } from '../question-file.ts';
import { comparable, looks, looselyComparable } from './clean-text.ts';

/** `credit` in percent of the mark: 100 is right, below 0 costs something. */
export type Choice = { text: string; credit: number };

/**
 * `line` is where it begins in the file, from 1; `called` is its name where other questions begin in the same line. `type` is
 * null where the file names none.
 */
export type Item =
  | { is: 'left-out'; line: number; called?: string; message: string }
  | {
      is: 'choice';
      line: number;
      called?: string;
      type: string | null;
      text: string;
      choices: readonly Choice[];
      /** What a right answer earns. */
      mark: number;
      /** What the text could not carry over, a sentence each. */
      remarks: readonly string[];
    };

/** Beyond this nobody need count the options of a question that has too many. */
export const mostChoices = 100;

type Fitting = { correct: OptionIndex; negative: number } | { misfit: string };

const places = [0, 1, 2, 3] as const;

/** `negative` in marks. */
export function fitChoices(choices: readonly Choice[], mark: number): Fitting {
  const earning = choices.filter(({ credit }) => credit > 0);
  const right = choices.filter(({ credit }) => credit >= 100);
  if (earning.length === 0) return { misfit: 'No option is marked as right.' };
  if (right.length !== 1 && earning.length > 1)
    return {
      misfit: `It has ${earning.length} right answers; a question has one right answer here.`,
    };
  if (choices.length !== 4)
    return {
      misfit: `It has ${choices.length > mostChoices ? `more than ${mostChoices}` : choices.length} option${choices.length === 1 ? '' : 's'}; a question has four here.`,
    };
  const partly = earning.find(({ credit }) => credit < 100);
  if (partly)
    return {
      misfit: `It gives ${partly.credit}% of the mark for "${partly.text.slice(0, 60)}"; an answer is right or wrong here.`,
    };
  const costs = new Set(choices.filter(({ credit }) => credit <= 0).map(({ credit }) => -credit));
  const [cost = 0, ...others] = costs;
  if (others.some((other) => Math.abs(other - cost) > 0.001))
    // a third is 33.33333 or 33.3333333
    return {
      misfit: `Its wrong answers cost differently (${[...costs].join('% and ')}%); every wrong answer costs the same here.`,
    };
  const correct = places.find((place) => (choices[place]?.credit ?? 0) >= 100) ?? 0;
  return { correct, negative: (cost * mark) / 100 };
}

/** The last part of a category's path is the Type: "$course$/top/Aptitude". Null when nothing is left of it. */
export function typeOfCategory(path: string): string | null {
  const parts = path
    .split(/(?<!\/)\/(?!\/)/) // two strokes are one that belongs to a name
    .map((part) => part.replaceAll('//', '/').trim())
    .filter((part, at) => part !== '' && !/^\$\w+\$$/.test(part) && !(at < 2 && part === 'top'));
  return parts.at(-1) ?? null;
}

// When two questions are the same one: decides duplicates inside a file and against the bank.

/** Types are the same section whatever their case, spaces and signs that don't show. */
export function typeKey(type: string): string {
  return looks(type).toLowerCase();
}

/**
 * The string to hash: the same for two questions with the same text, options and type, in whatever
 * order the options stand. White space and canonical form are ignored, the case of texts is not.
 */
export function contentKey(question: QuestionContent): string {
  const options = question.options.map(comparable).sort();
  return JSON.stringify([comparable(question.text), options, typeKey(question.type)]);
}

/** "Q2. ", "12) ": the number that a question has in its file. */
const ownNumber = /^(?:q(?:ue(?:s(?:tion)?)?)?[. ]{0,2}\d{1,4} ?[.):]|\d{1,4} ?[.)]) /;

/**
 * The same for two questions that a reader takes for one: capitals, spaces, signs at the end and a number in front make no
 * difference. Null where nothing else is there.
 */
export function nearKey({ text, options, type }: QuestionContent): string | null {
  const bare = looselyComparable(text)
    .replace(ownNumber, '')
    .replace(/(?<![ .:?।॥])[ .:?।॥]+$/, '')
    .replaceAll(' ', '');
  return bare === ''
    ? null
    : JSON.stringify([bare, options.map(looselyComparable).sort(), typeKey(type)]);
}
