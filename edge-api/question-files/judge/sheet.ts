// The sheet that every table format is turned into: rows of cells, as Excel shows them.

export type SheetCell = {
  /** The text that Excel shows, cleaned. */
  text: string;
  kind: 'text' | 'number' | 'date' | 'error' | 'formula-without-value' | 'picture';
  /** The stored number behind a `number` cell. */
  value: number | null;
  /** The day of a `date` cell, YYYY-MM-DD, however Excel shows it. */
  day: string | null;
  /** A remark about what was lost or needs checking, or null. */
  remark: string | null;
  /** The font, if it shows other letters than the characters in `text`; otherwise null. */
  font: string | null;
};

/** `cells` are keyed by column, counted from 0. A fraction is a part of a cell that was split. */
export type Row = { row: number; hidden: boolean; cells: ReadonlyMap<number, SheetCell> };

/** Cells of one column merged over several rows. Only the first has the value. Rows count from 1, columns from 0. */
export type DownMerge = { column: number; firstRow: number; lastRow: number };

export type HiddenColumns = readonly [first: number, last: number];

export const isHiddenColumn = ({ hiddenColumns = [] }: Sheet, column: number) =>
  hiddenColumns.some(([first, last]) => first <= Math.floor(column) && column < last + 1);

/** `rows` are in order and include only rows that show something. `pictures` are the rows in which drawings begin. */
export type Sheet = {
  name: string;
  hidden: boolean;
  rows: Row[];
  downMerges: DownMerge[];
  pictures: ReadonlySet<number>;
  /** The first and last column of each hidden range; empty or absent when the format doesn't tell. */
  hiddenColumns?: readonly HiddenColumns[];
  /** A sentence for the administrator about the sheet as a whole, not about one cell. */
  remark?: string | null;
  /** Whether the sheet is from a download of the bank, so that its texts stay as they are. */
  asIs?: boolean;
  /**
   * Whether the rows are paragraphs of a document, which have no visible numbers. Notes then quote the question instead of naming a cell.
   */
  isText?: boolean;
};

/** The hidden name in a workbook that marks it as a download of the bank. Excel and LibreOffice keep it when they save the file. */
export const AS_IS = 'Pariksha_as_is';

export const noPictures: ReadonlySet<number> = new Set();

export function textCell(text: string): SheetCell {
  return { text, kind: 'text', value: null, day: null, remark: null, font: null };
}

/** Column 4 is E. */
export function columnName(column: number): string {
  let name = '';
  for (let rest = Math.floor(column) + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
}

/** Column 4 of row 7 is E7. Columns count from 0, rows from 1. */
export const cellName = (column: number, row: number) => `${columnName(column)}${row}`;

/** @param at the cell's name */
export const inForeignFont = (font: string, at: string) =>
  `in the font "${font.slice(0, 40)}" (cell ${at}), which shows other letters and signs than the file holds. Please convert it to Unicode, so that it reads right in a font such as Mangal or Arial, and upload the file again.`;
