// The lines of typed questions as Aiken has them: numbers and Hindi letters of options become A to D, and several options in one
// line stand each on its own.

import { isTitle, pairsIn } from './judge/read-key.ts';

export const answerLine = /^\s*ANSWER\s*:(.*)$/is;
/** What other programs write below an answer; as text it would open the next question. */
export const asideLine =
  /^(?:ans|correct answer|marks?|points?|feedback|explanation|solution|reason|hint|topic|difficulty)\s*[:=]/i;
/** How the four options of a paper are lettered. */
const letterings = ['abcd', '1234', 'अबसद', 'कखगघ', 'अबकड'];
const answerWord =
  /^\s*(?:(?:correct |सही )?(?:answer|ans|option|उत्तर|विकल्प))[ \t:.=–—-]*[([]?(\S)[)\].]{0,2}\s*$/i;

const beginsAnswer = /^\s*(?:correct |सही )?(?:answer|ans|option|उत्तर|विकल्प)/i;
/** "(a) ", "b)": where it isn't so, a line is neither an option nor several. */
const beginsOption = /^\s*\(?\S\)/;

/** @param at its place in the file, from 0: several may have been in one line there */
export type Line = { at: number; text: string };

/** "(a) one (b) two (c) three (d) four" in as many lines; fewer need a wider space between them, for an option may say "(a) and (b)". */
function apart(line: string, signs: string): string[] {
  const marks = [...line.matchAll(/(?:^|(?<!\s)(\s+))(\(?)(\S)\)/g)].map((match) => ({
    from: match.index,
    isWide: line.slice(0, match.index).trim() === '' || /\t|\s\s/.test(match[1] ?? ''),
    style: match[2],
    place: signs.indexOf(match[3]?.toLowerCase() ?? ' '),
  }));
  const [first] = marks;
  const isRow = (found: typeof marks) =>
    found.length > 1 &&
    found[0] === first &&
    first?.isWide &&
    found.every(({ style, place }, at) => style === first.style && place === first.place + at);
  const known = marks.filter(({ place }) => place !== -1);
  const row = [known.filter(({ isWide }) => isWide), known].find(
    (found, at) => isRow(found) && (at === 0 || found.length === 4),
  );
  const pieces = row?.map(({ from }, at) => line.slice(from, row[at + 1]?.from).trim()) ?? [];
  return pieces.length > 0 && pieces.every((piece) => !/^\(?\S\)$/.test(piece)) ? pieces : [line];
}

export const splitLines = (text: string) =>
  text.split(/\r\n?|\n/).map((line, at): Line => ({ at, text: line }));

/** Lines with their options and answers lettered A to D. What begins a question is never an option. */
function linesOf(typed: readonly Line[], signs: string): Line[] {
  const letterOf = (sign?: string) => sign && 'ABCD'[signs.indexOf(sign.toLowerCase())];
  let begins = true;
  return typed.flatMap((whole) => {
    const { at, text: line } = whole;
    const own = begins;
    if (begins && line.trim() !== '' && !asideLine.test(line.trim())) begins = false;
    const said = beginsAnswer.test(line) ? answerWord.exec(line) : null;
    if (said || answerLine.test(line)) begins = true;
    // Those in Latin letters are Aiken's own to read.
    const isOther = signs !== 'abcd' || /\p{Script=Devanagari}/u.test(line);
    const answer = isOther ? letterOf(said?.[1]) : undefined;
    if (own || (answer === undefined && !beginsOption.test(line))) return whole;
    if (answer !== undefined) return { at, text: `ANSWER: ${answer}` };
    return apart(line, signs).map((piece) => {
      const [, sign, rest] = /^\s*\(?(\S)\)\s*(\S.*)$/.exec(piece) ?? [];
      const letter = letterOf(sign);
      return { at, text: letter === undefined ? piece : `${letter}) ${rest}` };
    });
  });
}

// Answers of a typed paper that stand below all its questions.

const questionNumber = /^\s*(?:q(?:ue(?:s(?:tion)?)?)?[. ]{0,2})?(\d{1,4})\s{0,3}[.):]/i;
const optionSign = /(?:^|\s)\(?(?:[a-dअबसदकखगघड]|([1-4]))[).](?=\s?\S)/giu;

/**
 * With the answer of a key at the end below each question: the one with its number that follows the options of the one
 * before. As they are where there is no such key, or one of its numbers is not found.
 */
function answeredByKey(lines: readonly Line[]): readonly Line[] {
  const from = lines.findLastIndex(({ text }) => text.trim() !== '' && pairsIn(text).length === 0);
  const isKey = isTitle(lines[from]?.text.trim() ?? '');
  const first = isKey ? from : from + 1;
  const pairs = lines.slice(first).flatMap(({ text }) => pairsIn(text));
  const numbers = pairs.map(([number]) => number).sort((a, b) => a - b);
  const answers = new Map(pairs.map(([number, { text }]) => [number, text]));
  const above = lines.slice(0, first);
  if (
    pairs.length < 2 ||
    answers.size < pairs.length ||
    above.some(({ text }) => answerLine.test(text))
  )
    return lines;
  const answered: Line[] = [];
  let next = 0;
  let letters = 2;
  let digits = 4;
  for (const line of above) {
    const [, number] = questionNumber.exec(line.text) ?? [];
    if ((letters >= 2 || digits >= 4) && Number(number) === numbers[next]) {
      if (next > 0)
        answered.push({ at: line.at, text: `ANSWER: ${answers.get(numbers[next - 1] ?? 0)}` });
      next++;
      letters = 0;
      digits = 0;
    } else
      for (const [, digit] of line.text.matchAll(optionSign)) {
        if (digit === undefined) letters++;
        else digits++;
      }
    answered.push(line);
  }
  if (next < numbers.length) return lines;
  return [
    ...answered,
    { at: lines[first]?.at ?? 0, text: `ANSWER: ${answers.get(numbers.at(-1) ?? 0)}` },
  ];
}

/** As the first of the letterings has it in which it is Aiken; null where it is in none. */
export function aikenLines(whole: readonly Line[]): Line[] | null {
  const typed = answeredByKey(whole);
  if (!typed.some(({ text }) => beginsAnswer.test(text))) return null;
  for (const signs of letterings) {
    const lines = linesOf(typed, signs);
    if (isAiken(lines.map((line) => line.text).join('\n'))) return lines;
  }
  return null;
}

function isAiken(text: string): boolean {
  return (
    /^[ \t]*(\([A-Z]\)|[A-Z][).:]|[A-Z] [-–—] )/im.test(text) &&
    /^[ \t]*(?:correct[ \t])?(?:answer|ans|option)(?:[ \t]*[:.=–—-][ \t]*\(?[A-Z](?![A-Z])|[ \t](?:is[ \t])?\(?[A-Z][).]{0,2}\s*$)/im.test(
      text,
    )
  );
}
