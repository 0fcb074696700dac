// A question from a format that isn't a table: it has any number of options, each with a share of the mark. This file decides, in the same
// way for all such formats, whether the question has four options and one right answer.
import type { OptionIndex, QuestionContent } from '../question-file.ts';
import { comparable, looks, looselyComparable } from './clean-text.ts';

/** `credit` is in percent of the mark: 100 is right, below 0 costs marks. */
export type Choice = { text: string; credit: number };

/**
 * `line` is where the question begins in the file, counted from 1. `called` is the question's name, if notes need it to tell the question
 * from others. `type` is null when the file names no type.
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
      /** The marks for a right answer. */
      mark: number;
      /** One sentence for each thing that was lost or needs checking. */
      remarks: readonly string[];
    };

/** More options than this needn't be counted exactly: the question has too many anyway. */
export const mostChoices = 100;

type Fitting = { correct: OptionIndex; negative: number } | { misfit: string };

const places = [0, 1, 2, 3] as const;

/** Whether the choices fit a question here: four options, one of them right. `negative` is in marks. */
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
    // the tolerance makes 33.33333 and 33.3333333 the same third
    return {
      misfit: `Its wrong answers cost differently (${[...costs].join('% and ')}%); every wrong answer costs the same here.`,
    };
  const correct = places.find((place) => (choices[place]?.credit ?? 0) >= 100) ?? 0;
  return { correct, negative: (cost * mark) / 100 };
}

/** The Type is the last part of a category's path, "Aptitude" in "$course$/top/Aptitude". Null when no part is left. */
export function typeOfCategory(path: string): string | null {
  const parts = path
    .split(/(?<!\/)\/(?!\/)/) // a double slash is a slash inside a name
    .map((part) => part.replaceAll('//', '/').trim())
    .filter((part, at) => part !== '' && !/^\$\w+\$$/.test(part) && !(at < 2 && part === 'top'));
  return parts.at(-1) ?? null;
}

// When two questions count as the same. This decides about duplicates inside a file and against the bank.

/** Equal for two types that differ only in case, spaces and signs that don't show, so that they are the same section. */
export function typeKey(type: string): string {
  return looks(type).toLowerCase();
}

/**
 * The string to hash. It is the same for two questions with the same text, options and type, in whatever order the options are. White space
 * and canonical form are ignored; the case of texts matters.
 */
export function contentKey(question: QuestionContent): string {
  const options = question.options.map(comparable).sort();
  return JSON.stringify([comparable(question.text), options, typeKey(question.type)]);
}

/** "Q2. ", "12) ": the number that a question has in its file. */
const ownNumber = /^(?:q(?:ue(?:s(?:tion)?)?)?[. ]{0,2}\d{1,4} ?[.):]|\d{1,4} ?[.)]) /;

/**
 * Equal for two questions that a reader would call the same: capitals, spaces, signs at the end and a number in front make no difference.
 * Null when the text consists of nothing else.
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
