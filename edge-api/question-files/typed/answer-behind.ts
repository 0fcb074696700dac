// An answer behind one or all options, in the same line: "(d) Goa   Ans: (a)".

import { recognise } from '../judge/column-names.ts';
import { type Line, mostTyped } from './labels.ts';

/** Whether a word announces an answer. The headings of answer columns count too. उत्तर may also mean north. */
export const isAnswerWord = (word: string) =>
  /^(?:ans(?:wer)?|उ)$/i.test(word) || recognise(word.replace(/ः$/, ''))?.field === 'CorrectAnswer';

/** "Ans: (a)", "[उत्तर: क]", at the end of a line. */
const letterAlone =
  /(?<=\S)\s{1,20}[[(]?([\p{L}\p{M}]{1,20})\s{0,3}[:.=–—-]{1,3}\s{0,3}[([]?([a-d1-4]|(?=[^ -~])(?:الف|[^\s\p{M}]\p{M}{0,3}))[)\].]{0,3}\s{0,20}$/iu;
/** "The correct answer is (a)" */
const inWords = /\s(?:the )?(?:correct|right) answer is [([]?([a-d])[)\].]{0,2}$/i;
/** "Answer: A. Goa" */
const beforeText = /\s(answer|ans|उत्तर)\s?[:.=–—-]{1,2}\s?[([]?([a-d])[)\].:]\s?(?=\S)/gi;
/** "Correct" in front of a word for an answer. */
const called = /\s[[(]?(?:the )?(correct|right|सही|सटीक)$/i;

type Found = { before: string; word: string; letter: string; said: string };

function find(text: string): Found | null {
  const [whole, word = '', letter = ''] = letterAlone.exec(text) ?? [];
  if (whole !== undefined) return { before: text.slice(0, -whole.length), word, letter, said: '' };
  const last = [...text.matchAll(beforeText)].at(-1);
  if (!last) return null;
  const said = text.slice(last.index + last[0].length).trim();
  return { before: text.slice(0, last.index), word: last[1] ?? '', letter: last[2] ?? '', said };
}

const always = new WeakMap<readonly Line[], boolean>();

/**
 * Whether all such answers of the paper have "correct" in front. Otherwise "correct" in "D) All correct Answer: D" belongs to the option.
 */
function areAllCalled(lines: readonly Line[]): boolean {
  const known = always.get(lines);
  if (known !== undefined) return known;
  const all = lines.every(({ text }) => {
    const found = text.length > mostTyped ? null : find(text);
    return !found || called.test(found.before) || !isAnswerWord(found.word);
  });
  always.set(lines, all);
  return all;
}

/**
 * Splits an answer off the end of a line; null when there is none.
 * @param text a line of the paper without Markdown and similar signs
 * @param lines all lines of the paper
 * @returns `isTold` when a whole sentence names the answer, which may also be the text of an option
 */
export function answerBehind(
  text: string,
  lines: readonly Line[],
): { bare: string; letter: string; said: string; isTold: boolean } | null {
  const whole = text.trimEnd();
  const told = inWords.exec(whole);
  if (told)
    return {
      ...{ bare: whole.slice(0, told.index), letter: told[1]?.toUpperCase() ?? '' },
      ...{ said: '', isTold: true },
    };
  const found = find(whole);
  if (!found) return null;
  const [adjective = '', alone = ''] = called.exec(found.before) ?? [];
  const before = found.before.slice(0, found.before.length - adjective.length);
  // A lower-case "correct answer" begins the answer only behind the end of a sentence.
  const begins = /^\s(?:[[(]|[Tt]he |[^a-z])/.test(adjective) || /[.;!?)\]]$/.test(before);
  const isCalled = alone !== '' && begins && areAllCalled(lines);
  if (!isAnswerWord(isCalled ? `${alone} ${found.word}` : found.word)) return null;
  const { letter, said } = found;
  const bare = isCalled ? before : found.before;
  return { bare, letter: letter.toUpperCase(), said, isTold: false };
}
