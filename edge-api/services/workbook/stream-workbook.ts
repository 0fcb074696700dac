// An Excel workbook, written while it is being read: what it needs of memory does not grow
// with the rows. Strings are text cells in text format, so none is ever a formula, not even after
// someone edits the cell; numbers are numbers.
import { type Part, sheetPath, textXml, workbookParts, zipParts } from './workbook-parts.ts';

/** Null leaves the cell empty. A string beyond what Excel holds in a cell (32,767) is cut there. */
export type WorkbookCell = string | number | null;

export type WorkbookSheet = {
  /** At most 31 characters, none of []:*?/\ */
  name: string;
  /** `width` in characters; `of` says how an empty cell takes what somebody types into it. */
  columns: readonly { head: string; width: number; of: 'text' | 'numbers' }[];
};

/** Rows in any pieces, such as the pages of a query; each row has a cell per column. */
export type WorkbookRows = AsyncIterable<readonly (readonly WorkbookCell[])[]>;

/**
 * The bytes of the .xlsx, made as they are asked for: a slow reader slows the reading of `rows`, and one
 * that leaves ends it (its `finally` runs). What `rows` throws is thrown here.
 * @param more further sheets, each read once the one before it is written
 */
export function streamWorkbook(
  sheet: WorkbookSheet,
  rows: WorkbookRows,
  more: readonly { sheet: WorkbookSheet; rows: WorkbookRows }[] = [],
): AsyncGenerator<Uint8Array> {
  const sheets = [{ sheet, rows }, ...more];
  const parts: Part[] = sheets.map((each, index) => ({
    path: sheetPath(index),
    xml: sheetXml(each.sheet, each.rows),
  }));
  return zipParts([...workbookParts(sheets.map((each) => each.sheet.name)), ...parts]);
}

const LAST_ROW = 1_048_576;

async function* sheetXml({ columns }: WorkbookSheet, rows: WorkbookRows): AsyncGenerator<string> {
  const letters = columns.map((_, index) => columnName(index));
  const cols = columns.map(
    ({ width, of }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"${of === 'text' ? ' style="1"' : ''}/>`,
  );
  let last = 0;
  const rowXml = (cells: readonly WorkbookCell[]) => {
    last += 1;
    if (last > LAST_ROW) throw new Error('More rows than an Excel sheet can hold');
    return `<row r="${last}">${cells.map((value, index) => cellXml(`${letters[index]}${last}`, value)).join('')}</row>`;
  };
  yield '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">' +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${cols.join('')}</cols><sheetData>${rowXml(columns.map(({ head }) => head))}`;
  for await (const piece of rows) yield piece.map(rowXml).join('');
  yield '</sheetData></worksheet>';
}

function cellXml(place: string, value: WorkbookCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return `<c r="${place}"><v>${value}</v></c>`;
  return `<c r="${place}" s="1" t="inlineStr"><is><t xml:space="preserve">${textXml(value)}</t></is></c>`;
}

function columnName(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}

// Columns of a workbook, and rows in the pieces that a query reads.

type Column = WorkbookSheet['columns'][number];

/** @param width in characters */
export const text = (head: string, width: number): Column => ({ head, width, of: 'text' });

/** @param width in characters */
export const numbers = (head: string, width = 12): Column => ({ head, width, of: 'numbers' });

export async function* toRows<T>(
  pieces: AsyncIterable<readonly T[]>,
  toRow: (one: T) => WorkbookCell[],
): WorkbookRows {
  for await (const piece of pieces) yield piece.map(toRow);
}
