// Reads an answer key: pairs in one cell ("1-A, 2. (b)"), numbers beside or above their answers, or a table with headings.

import { foldDigits, looselyComparable, shortened } from './clean-text.ts';
import { isOptionSign, recognise } from './column-names.ts';
import { columnsSearched } from './map-header.ts';
import { countsRows, serialOf } from './settle-header.ts';
import { cellName, type Row, type SheetCell, textCell } from './sheet.ts';

type Answers = Map<number, SheetCell>;
/** A key has several sections when its numbers begin again below the name of a section. The name is empty when there is none. */
type Section = { name: string; answers: Answers };
export type Sections = readonly Section[];
/** `doubt` is the end of a sentence that begins with the place of the key. */
export type Key = { sections: Sections } | { doubt: string };

/** "Answer Key:", "ANSWERS", "उत्तर कुंजी" */
const title =
  /^\P{L}{0,5}(?:(?:final |official |correct )?answers?(?:[ -]?keys?| sheet)?|ans(?:[ .-]{0,2}keys?)?|keys?|solutions?|उत्तर ?(?:कुंजी|कुञ्जी|माला|तालिका|सूची)?|উত্তর ?(?:মালা|পত্র)?|விடை(?:கள்|க்குறிப்பு)?|సమాధానాలు|జవాబులు|ಉತ್ತರಗಳು|ഉത്തരങ്ങൾ|ഉത്തരസൂചിക|જવાબો|ਉੱਤਰ|جوابات)(?![\p{L}\p{M}\p{N}])[\s:.=–—-]{0,9}/iu;
/** "1-A", "2. (b)", "Q3: c", "4 D", "5D", "6) 3" */
const pair =
  /[\s,;|/]{0,9}(?:q(?:ue(?:s(?:tion)?)?)?[. ]{0,2}(?:no[. ]{0,2})?)?(\d{1,4})(?:\s{0,3}(?:[-–—:=>→)]{1,3}|\.[-):]?(?!\d))\s{0,3}|\s{0,3}(?=[([\p{L}]))[([]?\s?(الف|\p{L}\p{M}?|[1-4])\s?[)\]]?\.?(?![\p{L}\p{M}\p{N}])/iuy;
/** In characters. A cell with all answers of a paper isn't longer. */
const longestKey = 20_000;
const isSign = (sign: string) => /^[1-4]$/.test(sign) || isOptionSign(sign);
const isAnswer = (text: string) =>
  isSign(/^[([]?\s?(الف|\p{L}\p{M}?|[1-4])\s?[)\]]?\.?$/u.exec(foldDigits(text))?.[1] ?? '');

/** The pairs of number and answer in a text, which may begin with a title; empty when the text has anything else. */
export function pairsIn(text: string): [number, SheetCell][] {
  if (text.length > longestKey) return [];
  const said = foldDigits(text);
  const found: [number, SheetCell][] = [];
  let at = title.exec(said)?.[0].length ?? 0;
  while (said.slice(at).search(/[^\s,;|/.]/) !== -1) {
    pair.lastIndex = at;
    const [whole, number, answer = ''] = pair.exec(said) ?? [];
    if (whole === undefined || !isSign(answer)) return [];
    found.push([Number(number), textCell(answer)]);
    at += whole.length;
  }
  return found;
}

export const isTitle = (text: string) =>
  text.length < 200 && title.exec(text)?.[0].length === text.length;

const inOrder = ({ cells }: Row) => [...cells].sort(([a], [b]) => a - b);

/** "Section 2", "PART - B": the name of a section, though it has a number. */
const sectionName = /^\P{L}{0,5}(?:section|part|खंड|खण्ड|भाग|अनुभाग)(?![\p{L}\p{M}])/iu;

/** The name of a set. Each set has the questions in another order, and a key for several sets doesn't tell which one the file has. */
const setName = /^\P{L}{0,5}(?:set|series|booklet|code|version|shift|सेट)(?![\p{L}\p{M}])/iu;

/** Whether a line is the name of a section: "Section A" matches "SECTION A: Reasoning", but not "Section AB". */
export function isCalled(name: string, line: string): boolean {
  const [called, whole] = [looselyComparable(name), looselyComparable(line)];
  return (
    called !== '' &&
    whole.startsWith(called) &&
    !/^[\p{L}\p{M}\p{N}]/u.test(whole.slice(called.length))
  );
}

/** "Correct", "% correct": headings in a table of results, for how many candidates answered right. */
const ofCounts = /^\s*correct\s*$|%/i;

/** The columns of numbers and answers below the headings "Q.No", "Answer", "Q.No", "Answer" …; null when the row has no such headings. */
export function headingsOf(row: Row): [number, number][] | null {
  const columns: [number, number][] = [];
  let number: number | null = null;
  for (const [column, { text }] of inOrder(row).slice(0, columnsSearched)) {
    const field = recognise(text)?.field;
    if (countsRows(text) || (field === 'Questions' && number === null)) number = column;
    else if (field === 'CorrectAnswer' && !ofCounts.test(text)) {
      if (number === null) return null; // two answers for one number
      columns.push([number, column]);
      number = null;
    }
  }
  return columns.length > 0 && number === null ? columns : null;
}

/** The columns of a row of consecutive numbers with a row of answers right below it. Each row may begin with words. */
function countedColumns(row: Row, below: Row | undefined): number[] | null {
  const cells = inOrder(row);
  const numbers = serialOf(cells[0]?.[1].text ?? '') === null ? cells.slice(1) : cells;
  const first = serialOf(numbers[0]?.[1].text ?? '') ?? 0;
  const counts = numbers.every(([, { text }], at) => serialOf(text) === first + at);
  const columns = numbers.map(([column]) => column);
  const isAbove =
    below?.row === row.row + 1 &&
    columns.every((column) => isAnswer(below.cells.get(column)?.text ?? ''));
  // 1 2 3 4 above 2 3 4 1 may also be pairs side by side.
  const isPlain =
    columns.length > 4 ||
    columns.every((column) => /\p{L}/u.test(below?.cells.get(column)?.text ?? ''));
  return counts && columns.length > 2 && isAbove && isPlain ? columns : null;
}

/** The pairs in one row: in its cells, or as numbers with an answer to the right of each. `isWhole` when the row has nothing else. */
function pairsOfRow(row: Row): { found: [number, SheetCell][]; isWhole: boolean } {
  const cells = inOrder(row);
  const found: [number, SheetCell][] = [];
  let isWhole = true;
  for (let at = 0; at < cells.length; at++) {
    const [column = 0, cell] = cells[at] ?? [];
    if (!cell || isTitle(cell.text)) continue;
    const pairs = cell.kind === 'number' ? [] : pairsIn(cell.text);
    const number = serialOf(cell.text);
    const [next, answer] = cells[at + 1] ?? [];
    if (pairs.length > 0) found.push(...pairs);
    else if (number !== null && next === column + 1 && answer && isAnswer(answer.text)) {
      found.push([number, answer]);
      at++;
    } else isWhole = false;
  }
  return { found, isWhole };
}

/** Null when the rows hold no key. */
export function readKey(rows: readonly Row[]): Key | null {
  const sections: Section[] = [];
  /** The last name above the next answers; null once an answer has used it. */
  let name: string | null = '';
  let headings: [number, number][] | null = null;
  let ofSection: number | undefined;
  let inSection = '';
  let doubt: string | null = null;
  const add = (found: readonly [number, SheetCell][]) => {
    for (const [number, answer] of found) {
      let section = sections.at(-1);
      if (!section || (name !== null && section.answers.has(number))) {
        section = { name: name ?? '', answers: new Map() };
        sections.push(section);
      }
      if (section.answers.has(number))
        doubt ??= `it has more than one answer for question ${number}`;
      section.answers.set(number, answer);
      name = null;
    }
  };
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at];
    if (!row) continue;
    for (const [column, { kind, text }] of row.cells)
      if (kind !== 'text' && kind !== 'number')
        doubt ??= `its cell ${cellName(column, row.row)} is ${kind === 'date' ? `a date (${shortened(text)}). If a number and an answer such as 2-1 were meant, please type them as text` : `no text (${shortened(text)})`}`;
    const below = rows[at + 1];
    const named = headingsOf(row);
    const counted = countedColumns(row, below);
    const pairsBelow = (
      columns: readonly (readonly [number, number])[],
      answered: Row | undefined,
    ) =>
      columns.flatMap(([column, to]): [number, SheetCell][] => {
        const number = serialOf(row.cells.get(column)?.text ?? '');
        const answer = answered?.cells.get(to);
        return number === null || !answer ? [] : [[number, answer]];
      });
    const texts = [...row.cells.values()].map((cell) => cell.text);
    const [alone = ''] = texts;
    const isAside =
      texts.length === 1 &&
      (sections.length === 0 || !/\p{N}/u.test(alone) || sectionName.test(alone));
    if (named) {
      headings = named;
      ofSection = [...row.cells].find(([, { text }]) => recognise(text)?.field === 'Type')?.[0];
    } else if (headings && !isAside) {
      const own = ofSection === undefined ? '' : (row.cells.get(ofSection)?.text ?? '');
      if (own !== '' && own !== inSection) name = own;
      inSection = own || inSection;
      add(pairsBelow(headings, row));
    } else if (counted) {
      add(
        pairsBelow(
          counted.map((column) => [column, column]),
          below,
        ),
      );
      at++;
    } else {
      const { found, isWhole } = pairsOfRow(row);
      if (isAside && found.length === 0 && !isTitle(alone)) name = alone;
      add(found);
      if (!isWhole && !isAside)
        doubt ??= `row ${row.row} ("${shortened(texts.join(' | '))}") is not numbers with one answer each`;
    }
  }
  if (sections.reduce((sum, { answers }) => sum + answers.size, 0) < 2) return null;
  const ofSet = sections.find(({ name: of }) => setName.test(of));
  if (sections.length > 1 && ofSet)
    doubt ??= `it is a key for several sets of the paper ("${shortened(ofSet.name)}")`;
  return doubt === null ? { sections } : { doubt };
}

/** Whether a row can only be the first row of a key. */
export function beginsKey(row: Row, below: Row | undefined): boolean {
  const [first = ''] = inOrder(row).map(([, { text }]) => text);
  const { found, isWhole } = pairsOfRow(row);
  return (
    isTitle(first) ||
    (headingsOf(row) !== null && (countsRows(first) || recognise(first)?.field === 'Questions')) ||
    countedColumns(row, below) !== null ||
    (isWhole && found.length > 1)
  );
}
