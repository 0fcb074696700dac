// Rewrites the lines of typed questions as Aiken: numbers and letters of Indian scripts in front of options become A to D, and each option
// gets its own line.

import { looselyComparable } from '../judge/clean-text.ts';
import { limits } from '../question-file.ts';
import { withCheckboxes } from './checkboxes.ts';
import { answeredByKey } from './key-below.ts';
import {
  answerLine,
  beginsAnswer,
  beginsOption,
  isAsideLine,
  type Line,
  labelsOf,
  latin,
  local,
  mostStatements,
  mostTyped,
  placeIn,
  styleOf,
} from './labels.ts';
import { withMarked } from './marks.ts';
import { apart, oneByOne, twoByTwo, withCalledOptions } from './one-by-one.ts';

/** "Ans: (ख)", "Answer: (ख) Mumbai" */
const answerWord =
  /^\s*(?:correct |सही )?(?:(?:answer|ans)[ \t:.=–—-]*[([]?((?:الف|[\p{L}\p{N}]\p{M}{0,3}))(?:[)\]]\s*(?!\.\s*$)|\s[-–—]\s)(\S.*)|(?:answer|ans|option|विकल्प)[ \t:.=–—-]*[([]?((?:الف|[\p{L}\p{N}]\p{M}{0,3}))[)\].]{0,2}\s*)$/iu;
const optionApart = /^\s*\(?((?:الف|[^\s\p{M}]\p{M}{0,3}))(?:\)|\.\s)\s*(\S.*)$/u;

/** Whether a line is in a list that is part of the question, "A. Rose" or "1. The sun is a star.", above options labelled "(1) …". */
function isListed(place: number, lines: readonly Line[], signs: readonly string[]): boolean {
  const own = styleOf(lines[place]?.text ?? '');
  if (!own || (placeIn(signs, own.sign) === -1 && !/^[a-z]$/i.test(own.sign))) return false;
  for (const { text } of lines.slice(place + 1, place + 1 + mostStatements)) {
    if (text.trim() === '' || beginsAnswer.test(text)) return false;
    const other = styleOf(text);
    if (other && placeIn(signs, other.sign) === 0 && other.style !== own.style) return true;
  }
  return false;
}

/** Gives options and answers the letters A to D. The first line of a question is never an option. */
function linesOf(typed: readonly Line[], signs: readonly string[]): Line[] {
  const letterOf = (said?: string) =>
    said === undefined ? undefined : 'ABCD'[placeIn(signs, said)];
  let begins = true;
  let areLettered = true;
  return typed.flatMap((whole, place) => {
    const { at, text: line } = whole;
    const own = begins;
    const isApart = (typed[place - 1]?.text ?? '').trim() === '';
    if (begins && line.trim() !== '' && !isAsideLine(line.trim(), isApart, typed[place + 1]?.text))
      begins = false;
    const [said, behind, rest, alone = behind] = beginsAnswer.test(line)
      ? (answerWord.exec(line) ?? [])
      : [];
    if (said !== undefined || answerLine.test(line)) begins = true;
    if (own) areLettered = true;
    // Answers in Latin letters stay as they are, because Aiken reads them.
    const answer = signs[0] === 'a' ? undefined : letterOf(alone);
    if (own || (answer === undefined && !beginsOption.test(line))) return whole;
    if (isListed(place, typed, signs)) return { ...whole, isStatement: true };
    if (answer !== undefined)
      return {
        ...{ at, text: `ANSWER: ${answer}${rest === undefined ? '' : `) ${rest}`}` },
        ...(whole.marked !== undefined && { marked: whole.marked }),
        ...(areLettered && alone !== undefined && { sign: whole.sign ?? alone }),
      };
    return apart(line, signs).map((piece) => {
      const [, label, text] = optionApart.exec(piece) ?? [];
      const letter = letterOf(label);
      if (letter !== undefined) areLettered = false;
      return { at, text: letter === undefined ? piece : `${letter}) ${text}` };
    });
  });
}

/**
 * The letterings in Indian scripts that the paper uses. The one whose fourth letter is most frequent is first, because क is also the
 * third letter after अ and ब.
 */
function localIn(typed: readonly Line[]): (readonly string[])[] {
  const times = new Map<string, number>();
  for (const { text } of typed)
    for (const [, , , said = ''] of text.matchAll(labelsOf))
      times.set(said, (times.get(said) ?? 0) + 1);
  const countOf = (said = '') => times.get(said) ?? 0;
  return local
    .filter(([first]) => countOf(first) > 0)
    .sort((one, other) => countOf(other[3]) - countOf(one[3]));
}

/** The most questions that a file may have, with twenty lines each. */
export const mostLines = 20 * limits.rows;

/** The lines as Aiken, with the first lettering that makes them Aiken; null when none does. */
export function aikenLines(whole: readonly Line[]): Line[] | null {
  const plain = withCalledOptions(withCheckboxes(whole)).flatMap(oneByOne);
  const marked = withMarked(plain);
  const apart = twoByTwo(plain);
  const keyed = answeredByKey(apart);
  // If there is a key, marks don't count: they would replace the key's answers, and a question may be about such signs.
  const typed = marked === plain || keyed !== apart ? keyed : answeredByKey(twoByTwo(marked));
  if (!typed.some(({ text }) => beginsAnswer.test(text))) return null;
  for (const signs of [...latin, ...localIn(typed)]) {
    const lines = linesOf(typed, signs);
    if (isAiken(lines.map((line) => line.text).join('\n'))) return lines;
  }
  const romans = typed.map(fromRoman);
  const lines = romans.some((line, at) => line !== typed[at]) ? linesOf(romans, [...'1234']) : [];
  if (isAiken(lines.map((line) => line.text).join('\n'))) return lines;
  const inWords = linesOf(typed, [...'abcd']);
  return answersInWords(inWords) ? inWords : null;
}

/** Whether an answer below options is the text of one of them: "Answer: Delhi". */
function answersInWords(lines: readonly Line[]): boolean {
  const options = new Set<string>();
  return lines.some(({ text }) => {
    if (text.length > mostTyped) return false;
    const [, option] = /^\s{0,20}(?:\([a-d]\)|[a-d][).])\s{0,9}(\S.*)$/i.exec(text) ?? [];
    if (option !== undefined) options.add(looselyComparable(option));
    const [, said] =
      /^\s{0,20}(?:correct |right )?(?:answer|ans)\s{0,3}[:=]\s{0,9}(\S.*)$/i.exec(text) ?? [];
    return said !== undefined && options.has(looselyComparable(said.replace(/\.$/, '')));
  });
}

/** Replaces Roman numerals, as in "(iii)" and "Ans. iv", by digits. Tried last, because statements have Roman numerals too. */
function fromRoman(line: Line): Line {
  if (line.text.length > mostTyped) return line;
  const digit = (roman: string) =>
    String(['i', 'ii', 'iii', 'iv'].indexOf(roman.toLowerCase()) + 1);
  const text = line.text
    .replace(
      /(^|\s)(\(?)(iv|i{1,3})(?=[).]\s?\S)/gi,
      (_, gap, sign, roman) => gap + sign + digit(roman),
    )
    .replace(romanAnswer, (_, before, roman) => before + digit(roman));
  const sign = romanAnswer.exec(line.text)?.[2];
  return text === line.text ? line : { ...line, text, ...(sign !== undefined && { sign }) };
}
const romanAnswer =
  /^(\s{0,9}(?:correct )?(?:answer|ans|option)[ \t:.=–—-]{0,9}[([]?)(iv|i{1,3})(?=[)\].]{0,2}\s{0,9}$)/i;

function isAiken(text: string): boolean {
  return (
    /^[ \t]*(\([A-Z]\)|[A-Z][).:]|[A-Z] [-–—] )/im.test(text) &&
    /^[ \t]*(?:correct[ \t])?(?:answer|ans|option)(?:[ \t]*[:.=–—-][ \t]*\(?[A-Z](?![A-Z])|[ \t](?:is[ \t])?\(?[A-Z][).]{0,2}\s*$)/im.test(
      text,
    )
  );
}
