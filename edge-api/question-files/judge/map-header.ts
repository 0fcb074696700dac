// Finds the header of a sheet, and which column holds which field.

import { questionFields } from '#contract/desk/questions.ts';
import type { QuestionField } from '../question-file.ts';
import {
  bareFurtherOption,
  firstBesideThird,
  furtherOption,
  lastRank,
  longestHeading,
  normalised,
  onlyRight,
  recognise,
  thirdBesideFirst,
  wrongAnswer,
  zerothOption,
} from './column-names.ts';
import { type Row, type SheetCell, textCell } from './sheet.ts';

/** How many columns are searched for names. Each name is compared in many ways, and a sheet can have 16,384 columns. */
export const columnsSearched = 200;

const searched = (cells: Row['cells']) => [...cells].filter(([column]) => column < columnsSearched);

export type Header = {
  /** The row of the header; the lower one when the header takes up two rows. */
  row: number;
  cells: Row['cells'];
  columns: ReadonlyMap<QuestionField, number>;
  /** Pairs of columns that equally claim the same field, each with its heading. */
  clashes: { field: QuestionField; texts: [string, string]; columns: [number, number] }[];
  /** The columns of a fifth and further options. */
  furtherOptions: number[];
  /** Whether Negative is a percentage of the marks. */
  isPercent: boolean;
  /** The columns of the second language, when questions or options are in two languages. */
  second: ReadonlyMap<QuestionField, number>;
  /** Whether the options are numbered 0 to 3. */
  isFromZero: boolean;
  /** Columns that are not used because another column (`used`) has a better name for the field. */
  unused: { field: QuestionField; text: string; used: string; column: number }[];
};

/**
 * Removes a heading that is the only single letter or digit, if another column has its field: it numbers the rows, as "1" above 2, 3, 4.
 */
function withoutLoneSign(cells: [number, SheetCell][]): typeof cells {
  const [alone, ...more] = cells.filter(([, { text }]) => /^[\da-z]$/i.test(normalised(text)));
  if (!alone || more.length > 0) return cells;
  const named = new Set(
    cells.flatMap((cell) => (cell === alone ? [] : (recognise(cell[1].text)?.field ?? []))),
  );
  const field = recognise(alone[1].text)?.field;
  return field && named.has(field) ? cells.filter((cell) => cell !== alone) : cells;
}

/** Renumbers options that are numbered 0 to 3 as 1 to 4. Options without a 0 stay as they are. */
function countedFromOne(cells: [number, SheetCell][]): typeof cells {
  const all = cells.map(([, { text }]) => normalised(text));
  const [, word] = all.map((said) => zerothOption.exec(said)).find((found) => found) ?? [];
  if (word === undefined || ![1, 2, 3].every((place) => all.includes(`${word}${place}`)))
    return cells;
  return cells.map((cell, at) => {
    const said = all[at] ?? '';
    const place = /\d$/.test(said) && said.slice(0, -1) === word ? Number(said.slice(-1)) : null;
    return place === null ? cell : [cell[0], { ...cell[1], text: `option ${place + 1}` }];
  });
}

const options = questionFields.slice(1, 5);
const withZero = /\p{L}\p{M}?[ _-]?0[1-4]\s*$/u;

/** Removes headings such as "Option 01" and "Answer 01" when the other columns name all four options and these don't. */
function withoutOtherPairs(cells: [number, SheetCell][]): typeof cells {
  const others = cells.filter(([, { text }]) => !withZero.test(text.slice(0, longestHeading)));
  const areAll = (some: typeof cells) => {
    const fields = new Set(some.map(([, { text }]) => recognise(text)?.field));
    return options.every((field) => fields.has(field));
  };
  const pairs = cells.filter((cell) => !others.includes(cell));
  return pairs.length > 0 && areAll(others) && !areAll(pairs) ? others : cells;
}

export function mapHeader(row: Pick<Row, 'row' | 'cells'>): Header {
  const best = new Map<QuestionField, { column: number; rank: number; text: string }>();
  const named = withoutOtherPairs(withoutLoneSign(searched(row.cells)));
  const cells = countedFromOne(named);
  const header: Omit<Header, 'columns' | 'isPercent'> = {
    row: row.row,
    cells: row.cells,
    clashes: [],
    furtherOptions: [],
    second: new Map(),
    isFromZero: cells !== named,
    unused: [],
  };
  const all = cells.map(([, { text }]) => normalised(text));
  const besideFirst = all.some((said) => firstBesideThird.test(said));
  const isBare = all.some((said) => /^[d4]$/.test(said));
  for (const [at, [column, cell]] of cells.entries()) {
    const said = all[at] ?? '';
    if (furtherOption.test(said) || (isBare && bareFurtherOption.test(said)))
      header.furtherOptions.push(column);
    const found = recognise(cell.text);
    if (!found) continue;
    const { rank } = found;
    const field = besideFirst && thirdBesideFirst.test(said) ? 'OptionThree' : found.field;
    const text = (row.cells.get(column) ?? cell).text.replace(/\s+/g, ' ');
    const other = best.get(field);
    if (!other) best.set(field, { column, rank, text });
    else if (other.rank === rank || field.startsWith('Option')) {
      header.clashes.push({ field, texts: [other.text, text], columns: [other.column, column] });
    } else if (rank < other.rank) {
      header.unused.push({ field, text: other.text, used: text, column: other.column });
      best.set(field, { column, rank, text });
    } else header.unused.push({ field, text, used: other.text, column });
  }
  const wrong = cells.flatMap(([column, { text }], at) =>
    wrongAnswer.test(all[at] ?? '') ? [{ column, text, rank: lastRank }] : [],
  );
  const at = all.findIndex((said) => onlyRight.test(said));
  const alone = cells[at] && { column: cells[at][0], text: cells[at][1].text, rank: lastRank };
  const right = best.get('CorrectAnswer') ?? alone;
  if (right && wrong.length >= 3 && !options.some((field) => best.has(field))) {
    best.set('CorrectAnswer', right);
    for (const [place, field] of options.entries()) best.set(field, wrong[place - 1] ?? right);
    header.furtherOptions.push(...wrong.slice(3).map(({ column }) => column));
  }
  return {
    ...header,
    isPercent: /%|percent|प्रतिशत/i.test(best.get('Negative')?.text ?? ''),
    columns: new Map([...best].map(([field, { column }]) => [field, column])),
  };
}

/** The six fields that every question needs. The other three have defaults. */
export const neededFields = questionFields.slice(0, 6);

const neededCount = (header: Header) =>
  neededFields.filter((field) => header.columns.has(field)).length;

/** How many rows are searched for the header. Titles and instructions may stand above it. */
export const rowsSearched = 60;

/**
 * Joins two rows into one header: "Options" above "A" to "D", "Marks" above "Positive" and "Negative". Null when the lower row has a text
 * in the column of questions, which makes it a question.
 */
function joinHeader(upper: Row, lower: Row | undefined): Header | null {
  if (lower?.row !== upper.row + 1 || lower.cells.size < 2) return null; // a single cell is the name of a section
  const cells = new Map(upper.cells);
  const last = Math.max(...searched(lower.cells).map(([column]) => column));
  let group = '';
  for (let column = 0; column <= last; column++) {
    group = upper.cells.get(column)?.text ?? group;
    const cell = lower.cells.get(column);
    if (!cell) continue;
    const named = [cell.text, `${cell.text} ${group}`, `${group} ${cell.text}`].find(recognise);
    cells.set(column, named === undefined ? cell : textCell(named));
  }
  const header = mapHeader({ row: lower.row, cells });
  return lower.cells.has(header.columns.get('Questions') ?? 0) ? null : header;
}

/** The header in one row, and the header that this row and the next one form together. */
function headersAt(rows: readonly Row[], at: number): Header[] {
  const row = rows[at];
  if (!row) return [];
  const alone = mapHeader(row);
  const joined = alone.columns.size > 1 ? joinHeader(row, rows[at + 1]) : null;
  return joined ? [alone, joined] : [alone];
}

/**
 * The row with the most column names (the first, if several have as many), or null. It needs at least half of the needed names, and more
 * than the letters A to D or the numbers 1 to 4, which may be the options of a question.
 */
export function findHeader(rows: readonly Row[]): Header | null {
  let best: Header | null = null;
  for (const at of rows.slice(0, rowsSearched).keys()) {
    for (const header of headersAt(rows, at)) {
      const isHeader =
        neededCount(header) >= 3 && (header.columns.has('Questions') || spelledOut(header) >= 2);
      if (isHeader && (best === null || header.columns.size > best.columns.size)) best = header;
    }
  }
  return best;
}

/** Whether a header has all needed names. The answers may be missing, because they may be in a separate key. */
const namesAll = ({ columns }: Header) =>
  neededFields.every((field) => field === 'CorrectAnswer' || columns.has(field));

/** The header that a row below repeats, perhaps in other words or columns; null when the row doesn't have all needed names. */
export function headerAgain({ columns }: Header, row: Row): Header | null {
  // Wherever the columns moved, a header has a name in the middle column and no number for marks. Nearly all rows end here.
  const at = (field: QuestionField) => row.cells.get(columns.get(field) ?? -1);
  if (at('Weightage')?.kind === 'number') return null;
  const middle = at('OptionThree')?.text ?? '';
  if (middle.length > longestHeading || !recognise(middle)) return null;
  // "3" and "C" may also be options of a question.
  if (middle.length < 3 && !recognise(at('Questions')?.text ?? '')) return null;
  const again = mapHeader(row);
  return namesAll(again) ? again : null;
}

/** Whether a repeated header names no new fields. It may lack the name of the answers, and any name in an empty cell. */
const repeats = (again: Header, { columns }: Header, { cells }: Row) =>
  [...again.columns.keys()].every((field) => columns.has(field)) &&
  [...columns].every(
    ([field, column]) =>
      again.columns.has(field) || field === 'CorrectAnswer' || !cells.has(column),
  );

/**
 * Splits the rows of a sheet into its tables, each of which begins with its own header. A header with no rows below it is no table, and two
 * headers in a row, such as one for people and one for a program, belong to one table.
 */
export function tablesOf(rows: readonly Row[]): (readonly Row[])[] {
  const tables: (readonly Row[])[] = [];
  let header: Header | null = null;
  let from = 0;
  for (const [at, row] of rows.entries()) {
    if (!header) {
      if (at < rowsSearched) header = headersAt(rows, at).find(namesAll) ?? null;
      continue;
    }
    const again = row.row > header.row ? headerAgain(header, row) : null;
    if (!again) continue;
    const { columns } = header;
    const moved = [...again.columns].some(
      ([field, column]) => columns.has(field) && columns.get(field) !== column,
    );
    const isNextTo = rows[at - 1]?.row === header.row;
    const isSame = !moved && (isNextTo || repeats(again, header, row));
    if (isSame) continue;
    if (!isNextTo) tables.push(rows.slice(from, at));
    from = at;
    header = again;
  }
  return [...tables, rows.slice(from)];
}

/** How many names of a header are longer than a letter or a number, which may be there by chance. */
export function spelledOut({ cells }: Header): number {
  return searched(cells).filter(([, { text }]) => recognise(text) && normalised(text).length > 3)
    .length;
}
