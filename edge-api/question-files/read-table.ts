// Bytes of an uploaded table to rows of text, for the worker: an Excel workbook of any age, or delimited text. What the
// rows mean is for others to say.

import { csv } from './csv.ts';
import { excel } from './excel/excel.ts';
import { mergedFrom } from './judge/row-judgement.ts';
import { isHiddenColumn, type Sheet, type SheetCell } from './judge/sheet.ts';
import { FileRefusal, noTable, type Refusal, tooManyRows, WrongKind } from './question-file.ts';
import { checkOutside, toSourceFile } from './source-file.ts';

/**
 * `row` as Excel counts, from 1; an empty text where a cell shows nothing. A hidden row is told as such, as are those columns of its
 * cells that nobody sees. `merged` has, by column, the text of a cell above that reaches down into this row; `days`, by column, the day of
 * a cell that holds a date, YYYY-MM-DD; `fonts`, by column, the font of letters that show others than the file holds.
 */
export type TableRow = {
  sheet: string;
  row: number;
  hidden: boolean;
  hiddenColumns: number[];
  cells: string[];
  merged: Record<number, string>;
  days: Record<number, string>;
  fonts: Record<number, string>;
};
export type TableOutcome = { ok: true; rows: TableRow[] } | Refusal;

/** A list that people look after by hand is far below; a column beyond these is none of theirs. */
const MOST_ROWS = 10_000;
const MOST_COLUMNS = 60;
/** Of one cell: what is longer is no name, number or address. */
const LONGEST_TEXT = 1_000;
/** Of all cells: many may name one text of the file, and each that the server is told of is one of its own. */
const MOST_TEXT = 10_000_000;

/** Rows of all sheets that are shown. Never rejects for anything a file can hold. */
export async function readTable(bytes: Uint8Array, fileName: string): Promise<TableOutcome> {
  try {
    checkOutside(bytes);
    const file = toSourceFile(bytes, fileName);
    const sheets = excel.recognises(file)
      ? (await excel.read(file)).sheets
      : file.plainText !== null
        ? csv.read(file).sheets
        : null;
    if (!sheets) throw noTable('This is not a table that can be read.');
    const rows = sheets.filter(({ hidden }) => !hidden).flatMap(toRows);
    if (rows.length > MOST_ROWS) throw tooManyRows(MOST_ROWS);
    if (rows.reduce((total, row) => total + lengthOf(row), 0) > MOST_TEXT)
      throw new FileRefusal(
        'too-large',
        `This table has more than ${MOST_TEXT / 1_000_000} million characters. Please leave out the columns that are not needed.`,
      );
    return { ok: true, rows };
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    const { code, message } = error instanceof WrongKind ? noTable(error.what) : error;
    return { ok: false, code, message };
  }
}

const lengthOf = ({ cells, merged }: TableRow) =>
  [...cells, ...Object.values(merged)].reduce((total, text) => total + text.length, 0);

function toRows(whole: Sheet): TableRow[] {
  const { name: sheet, rows, downMerges } = whole;
  const from = mergedFrom(downMerges);
  const mergedColumns = [...new Set(downMerges.map(({ column }) => column))].filter(
    (column) => column < MOST_COLUMNS,
  );
  const byNumber = new Map(rows.map((each) => [each.row, each]));
  return rows.map(({ row, hidden, cells }) => {
    const columns = [...cells.keys()].filter((column) => column < MOST_COLUMNS);
    const width = Math.max(0, ...columns.map((column) => column + 1));
    const merged = mergedColumns.flatMap((column) => {
      const cell = byNumber.get(from(column, row) ?? 0)?.cells.get(column);
      return cell ? [[column, textOf(cell)] as const] : [];
    });
    return {
      sheet,
      row,
      hidden,
      hiddenColumns: columns.filter((column) => isHiddenColumn(whole, column)),
      merged: Object.fromEntries(merged),
      days: Object.fromEntries(
        columns.flatMap((column) => {
          const day = cells.get(column)?.day;
          return day ? [[column, day] as const] : [];
        }),
      ),
      fonts: Object.fromEntries(
        columns.flatMap((column) => {
          const font = cells.get(column)?.font;
          return font ? [[column, font] as const] : [];
        }),
      ),
      cells: Array.from({ length: width }, (_, column) => textOf(cells.get(column))),
    };
  });
}

/** A long number that Excel shows as 9.88E+09 is meant as it is stored: telephone numbers are. */
function textOf(cell: SheetCell | undefined): string {
  if (!cell) return '';
  const isWhole = cell.kind === 'number' && Number.isSafeInteger(cell.value);
  return isWhole ? String(cell.value) : cell.text.slice(0, LONGEST_TEXT);
}
