// Turns the bytes of an uploaded table into rows of text, in the worker. The table is an Excel workbook of any version, or delimited text.
// The caller decides what the rows mean.

import { csv } from './csv.ts';
import { excel } from './excel/excel.ts';
import { mergedFrom } from './judge/row-judgement.ts';
import { isHiddenColumn, type Sheet, type SheetCell } from './judge/sheet.ts';
import { FileRefusal, noTable, type Refusal, tooManyRows, WrongKind } from './question-file.ts';
import { checkOutside, toSourceFile } from './source-file.ts';

/**
 * `row` is the row number in Excel, counted from 1. `cells` has an empty text for a cell that shows nothing. `hiddenColumns` are the hidden
 * columns in which this row has a cell. By column: `merged` has the text of a merged cell above that reaches down into this row, `days` the
 * date (YYYY-MM-DD) of a cell that holds one, and `fonts` the font of a cell whose letters look different from the characters in the file.
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

/** A list that people maintain by hand is far smaller, and has no use for a column beyond these. */
const MOST_ROWS = 10_000;
const MOST_COLUMNS = 60;
/** Characters of one cell. A longer text is no name, number or address. */
const LONGEST_TEXT = 1_000;
/** Characters of all cells together. Many cells may share one text of the file, but the server gets a copy for each cell. */
const MOST_TEXT = 10_000_000;

/** The rows of all sheets that aren't hidden. Never rejects because of the file's contents. */
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

/** Takes a whole number as it is stored: Excel may show a telephone number as 9.88E+09. */
function textOf(cell: SheetCell | undefined): string {
  if (!cell) return '';
  const isWhole = cell.kind === 'number' && Number.isSafeInteger(cell.value);
  return isWhole ? String(cell.value) : cell.text.slice(0, LONGEST_TEXT);
}
