// Options that are all in one cell: as a list from a program, "['Delhi', 'Mumbai', …]", or separated by vertical bars, semicolons or line
// breaks.

import { cleanText, comparable, isVisible } from './clean-text.ts';
import { normalised } from './column-names.ts';
import { type Header, mapHeader, rowsSearched } from './map-header.ts';
import { type Row, type Sheet, type SheetCell, textCell } from './sheet.ts';

/** Headings of such a column. `option` is the heading of the separate columns, numbered from 0, and `count` is how many there are. */
const headings = [
  {
    heading: /^(?:answer|mcq)?(?:options?|choices?|alternatives)(?:list|json)?$/,
    ...{ option: 'option', count: 4 },
  },
  {
    heading: /^(?:(?:incorrect|wrong)(?:answer|option|choice)s|distractors)(?:list|json)?$/,
    ...{ option: 'incorrect answer', count: 3 },
  },
] as const;

const longest = 20_000;
const most = 8;

const item =
  /\s{0,50}(?:'((?:[^'\\]|\\.)*)'(?=[\s,\]])|"((?:[^"\\]|\\.)*)"(?=[\s,\]])|([-+]?\d{1,20}(?:\.\d{1,20})?)(?=\s{0,50}[,\]]))\s{0,50}(,?)/sy;
const escapes = new Map([...'\\\'"/'].map((sign) => [sign, sign]));
escapes.set('n', '\n');

/** Reads a list as JSON, Python and NumPy write it; null when the text isn't such a list, or has an escape sequence that isn't known. */
function readList(text: string): string[] | null {
  const whole = text.trim();
  if (!whole.startsWith('[') || !whole.endsWith(']')) return null;
  const found: string[] = [];
  let at = 1;
  while (at < whole.length - 1 && found.length <= most) {
    item.lastIndex = at;
    const [all, single, double, number] = item.exec(whole) ?? [];
    if (all === undefined) return null;
    let isClear = true;
    found.push(
      (single ?? double ?? number ?? '').replace(
        /\\(?:u([\da-f]{4})|x([\da-f]{2})|(n[a-z]|.))/gis, // "\neq" is no line break
        (_, four?: string, two?: string, sign = '') => {
          const code = four ?? two;
          const said = code ? String.fromCharCode(Number.parseInt(code, 16)) : escapes.get(sign);
          if (said === undefined) isClear = false;
          return said ?? '';
        },
      ),
    );
    if (!isClear) return null;
    at += all.length;
  }
  return found;
}

const between = (sign: string) => (text: string, count: number) => {
  const parts = text.split(sign, most + 1).map((part) => part.trim());
  return parts.length === count && !parts.includes('') ? parts : null;
};

/** The first reading that fits most cells is used. */
const readings = [readList, between('\n'), between('|'), between(';')];

/** Turns a list of one answer, "['Mumbai']", into its text. */
function withoutList(cell: SheetCell): SheetCell {
  const [only, other] = readList(cell.text) ?? [];
  return only === undefined || other !== undefined ? cell : textCell(cleanText(only));
}

type Listed = { header: Header; column: number; option: string; count: number };

/** Finds a header that names questions, answers and one column for all options. */
function findListed({ rows }: Sheet): Listed | null {
  for (const row of rows.slice(0, rowsSearched)) {
    const header = mapHeader(row);
    const { columns } = header;
    if (!columns.has('Questions') || !columns.has('CorrectAnswer') || columns.has('OptionTwo'))
      continue;
    for (const [column, { text }] of row.cells) {
      const found = headings.find(({ heading }) => heading.test(normalised(text)));
      if (found) return { header, column, ...found };
    }
  }
  return null;
}

/** The column number of a separated option: a fraction above the cell's column, and below the next column. */
const placeOf = (column: number, at: number) => column + (at + 1) / 16;

/** Gives each option its own column, if the options can be separated in most rows that have a question and an answer. */
export function withListedOptions(sheet: Sheet): Sheet {
  const listed = findListed(sheet);
  if (!listed) return sheet;
  const { header, column, option, count } = listed;
  const [questions = -1, answers = -1] = (['Questions', 'CorrectAnswer'] as const).map((field) =>
    header.columns.get(field),
  );
  const textOf = ({ cells }: Pick<Row, 'cells'>, at: number) => cells.get(at)?.text ?? '';
  const isHeader = (row: Row) => textOf(row, questions) === textOf(header, questions);
  const below = sheet.rows.filter((row) => row.row > header.row && row.cells.has(column));
  const meant = below.filter(
    (row) => !isHeader(row) && textOf(row, questions) !== '' && textOf(row, answers) !== '',
  );
  for (const reading of readings) {
    const read = new Map<Row, readonly string[]>();
    for (const row of below) {
      const text = textOf(row, column);
      const found = text.length > longest ? null : reading(text, count);
      if (found) read.set(row, found);
    }
    if (meant.filter((row) => read.has(row)).length * 2 <= meant.length) continue;
    for (const row of meant) if (!read.has(row)) read.set(row, [textOf(row, column)]);
    const apart = (row: Row, texts: readonly string[]): Row => {
      const cells = new Map(row.cells);
      const font = cells.get(column)?.font ?? null;
      cells.delete(column);
      for (const [at, text] of texts.map(cleanText).entries())
        if (isVisible(text)) cells.set(placeOf(column, at), { ...textCell(text), font });
      const answer = cells.get(answers);
      if (answer) cells.set(answers, withoutList(answer));
      return { ...row, cells };
    };
    const widest = Math.max(...[...read.values()].map(({ length }) => length));
    const names = Array.from({ length: widest }, (_, at) => `${option} ${at}`);
    const heading = comparable(textOf(header, column)).slice(0, 60);
    return {
      ...sheet,
      remark: `The options stand together in column "${heading}". Each is read as an option of its own.`,
      rows: sheet.rows.map((row) => {
        const texts = isHeader(row) ? names : read.get(row);
        return texts ? apart(row, texts) : row;
      }),
    };
  }
  return sheet;
}
