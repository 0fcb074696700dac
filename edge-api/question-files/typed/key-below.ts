// Answers of a typed paper that are below all its questions.

import { looselyComparable } from '../judge/clean-text.ts';
import { isOptionSign } from '../judge/column-names.ts';
import { isCalled, isTitle, pairsIn, readKey, type Sections } from '../judge/read-key.ts';
import { type Row, type SheetCell, textCell } from '../judge/sheet.ts';
import { limits } from '../question-file.ts';
import {
  answerLine,
  beginsAnswer,
  type Line,
  mostTyped,
  numberInFront,
  placeIn,
} from './labels.ts';
import { withoutMarkdown } from './one-by-one.ts';

const typedOption = /^\s{0,9}[([]?([a-d1-4])[).\]]\s{0,3}(\S.*)$/i;
const optionLabel = /(?:^|\s)\(?(الف|[^\s\p{M}]\p{M}{0,3})[).](?=\s?\S)/gu;

/** The cells of a line from a copied table or a table in Markdown. */
const cellsOf = (said: string) =>
  said.split(/\t|\|/).flatMap((text, column): [number, SheetCell][] => {
    const cell = textCell(text.trim());
    return cell.text === '' ? [] : [[column, cell]];
  });

/** The key at the end of a paper, and the index of its first line. */
function keyBelow(lines: readonly Line[]): { first: number; sections: Sections } | null {
  const title = lines.findLastIndex(({ text }) => isTitle(text.trim()));
  const other = lines.findLastIndex(
    ({ text }) => text.trim() !== '' && !isTitle(text.trim()) && pairsIn(text).length === 0,
  );
  for (const first of new Set(title === -1 ? [other + 1] : [title, other + 1])) {
    if (lines.length - first > 2 * limits.rows) continue;
    const rows = lines.slice(first).flatMap(({ at, text }): Row[] => {
      const said = text.trim();
      return said === '' ? [] : [{ row: at + 1, hidden: false, cells: new Map(cellsOf(said)) }];
    });
    const key = readKey(rows);
    if (key && 'sections' in key) return { first, sections: key.sections };
  }
  return null;
}

/** The solution of a question further up: "S1. Ans.(a)" or "1. Ans: (a) …", and below a title also "1. (a) It is …" or "1. A – Delhi". */
const solution =
  /^\s{0,9}(?:s|sol\.?|q\.?)?\s?(\d{1,4})\s?[.):]\s{0,3}(ans(?:wer)?\s?[.:–—-]{0,2}\s{0,2})?(?:[([]\s?([a-d1-4])\s?[)\]]|([a-d])(?:[).:](?=\s)|\s[–—-]\s))\s{0,3}(.*)$/i;
const titleOfSolutions =
  /^\P{L}{0,9}(?:(?:answers?|solutions?|hints?|explanations?|detailed|key|with|and)[\s&:]{0,3}){1,6}\P{L}{0,9}$/iu;

/** Whether a line is an answer. "Answer the questions below" isn't one. */
const isAnswer = (text: string) =>
  beginsAnswer.test(text) && !/^\s*(?:answer|option)s?\s+(?!is)\p{L}{2}/iu.test(text);

/**
 * Replaces solutions below all questions with a key, if their numbers are in order and each is the number of a question.
 * @returns first: the first line of the solutions, or null
 */
export function withSolutionsAsKey(lines: readonly Line[]): {
  kept: readonly Line[];
  first: Line | null;
} {
  const isTitled = (line?: Line) => line !== undefined && titleOfSolutions.test(line.text);
  const title = lines.findIndex((line) => isTitled(line));
  const found = lines.flatMap((line, at) => {
    const text = line.text.length > mostTyped ? '' : withoutMarkdown(line.text);
    const [, number, word, bracketed, bare = '', said = ''] = solution.exec(text) ?? [];
    const isOne = number !== undefined && (word !== undefined || (title !== -1 && at > title));
    return isOne ? [{ at, number: Number(number), sign: bracketed ?? bare, said }] : [];
  });
  const begin = found[0]?.at ?? 0;
  const last = lines.slice(0, begin).findLastIndex(({ text }) => text.trim() !== '');
  const above = lines.slice(0, isTitled(lines[last]) ? last : begin);
  const first = lines[above.length];
  /** The letters of the options with a text, by that text. */
  const options = new Map<string, Set<string>>();
  for (const { text } of above) {
    const [, sign = '', said = ''] =
      typedOption.exec(withoutMarkdown(text.slice(0, mostTyped))) ?? [];
    const own = options.get(looselyComparable(said)) ?? new Set();
    options.set(looselyComparable(said), own.add(sign.toLowerCase()));
  }
  const isElsewhere = ({ sign, said }: (typeof found)[number]) =>
    said !== '' && options.get(looselyComparable(said))?.has(sign.toLowerCase()) === false;
  const asked = new Set(above.flatMap(({ text }) => numberInFront(text)?.number ?? []));
  const isAsked = ({ text }: Line) => {
    const number = numberInFront(text)?.number;
    return number === undefined || asked.has(number);
  };
  const isKey =
    found.length > 1 &&
    lines.slice(begin).every(isAsked) && // otherwise further questions stand below
    !found.some(isElsewhere) &&
    found.every(({ number }, at) => asked.has(number) && number > (found[at - 1]?.number ?? 0)) &&
    !above.some(({ text }) => isAnswer(text));
  if (!first || !isKey) return { kept: lines, first: null };
  const key = ['Answers', ...found.map(({ number, sign }) => `${number}. ${sign}`)];
  return { kept: [...above, ...key.map((text) => ({ at: first.at, text }))], first };
}

/**
 * Moves the answers of a key at the end below their questions. A question begins at a number that follows the options of the previous
 * question; a number that isn't greater than the previous one begins the next section. The lines stay as they are when there is no such
 * key, when a number of the key isn't found, or when the key has other sections than the questions.
 */
export function answeredByKey(lines: readonly Line[]): readonly Line[] {
  const key = keyBelow(lines);
  const above = lines.slice(0, key?.first);
  if (!key || above.some(({ text }) => answerLine.test(text))) return lines;
  const places = new Map(
    key.sections.map((each) => [each, above.findIndex(({ text }) => isCalled(each.name, text))]),
  );
  const placeOf = (section: Sections[number]) => places.get(section) ?? -1;
  const areNamed = ![...places.values()].includes(-1);
  const sections = areNamed
    ? [...key.sections].sort((a, b) => placeOf(a) - placeOf(b))
    : key.sections;
  const answered: Line[] = [];
  const begins: number[] = [];
  let section = -1;
  let last = 0;
  let open: { answer: string | undefined; end: number } | null = null;
  let found = 0;
  let letters = 2;
  let digits = 4;
  const close = () => {
    if (open?.answer === undefined) return;
    const at = answered[open.end - 1]?.at ?? 0;
    answered.splice(open.end, 0, { at, text: `ANSWER: ${open.answer}` });
    found++;
  };
  for (const [at, line] of above.entries()) {
    const number = numberInFront(line.text)?.number;
    if ((letters >= 2 || digits >= 4) && number !== undefined) {
      close();
      if (section === -1 || number <= last) {
        section++;
        begins.push(at);
      }
      last = number;
      open = { answer: sections[section]?.answers.get(number)?.text, end: 0 };
      letters = 0;
      digits = 0;
    } else
      for (const [, sign = ''] of line.text.matchAll(optionLabel)) {
        if (isOptionSign(sign)) letters++;
        else if (placeIn([...'1234'], sign) !== -1) digits++;
        else continue;
        if (open) open.end = answered.length + 1;
      }
    answered.push(line);
  }
  close();
  const wanted = sections.reduce((sum, { answers }) => sum + answers.size, 0);
  const isElsewhere = sections.some((each, of) => {
    const at = placeOf(each);
    return at !== -1 && (at > (begins[of] ?? 0) || at < (begins[of - 1] ?? 0));
  });
  return found === wanted && begins.length === sections.length && !isElsewhere ? answered : lines;
}
