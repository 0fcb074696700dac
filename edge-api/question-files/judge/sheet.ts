// A sheet as every format is brought to: rows of cells as Excel shows them.

export type SheetCell = {
  /** What Excel shows, cleaned. */
  text: string;
  kind: 'text' | 'number' | 'date' | 'error' | 'formula-without-value' | 'picture';
  /** The stored number behind a `number` cell. */
  value: number | null;
  /** The day of a `date` cell, YYYY-MM-DD, however Excel shows it. */
  day: string | null;
  /** A remark about what the text could not carry over, or null. */
  remark: string | null;
  /** The font that shows other signs than `text` has, or null. */
  font: string | null;
};

/** `cells` by their columns, from 0; between two whole numbers are parts of one cell. */
export type Row = { row: number; hidden: boolean; cells: ReadonlyMap<number, SheetCell> };

/** Cells of one column merged over several rows: only the first has the value. Rows from 1, columns from 0. */
export type DownMerge = { column: number; firstRow: number; lastRow: number };

export type HiddenColumns = readonly [first: number, last: number];

export const isHiddenColumn = ({ hiddenColumns = [] }: Sheet, column: number) =>
  hiddenColumns.some(([first, last]) => first <= Math.floor(column) && column < last + 1);

/** `rows` are in order and hold only rows with something to see; in `pictures` are rows that drawings begin in. */
export type Sheet = {
  name: string;
  hidden: boolean;
  rows: Row[];
  downMerges: DownMerge[];
  pictures: ReadonlySet<number>;
  /** First and last of columns that nobody sees; empty where the file can't tell. */
  hiddenColumns?: readonly HiddenColumns[];
  /** What its reader can't tell of any cell, for a clerk. */
  remark?: string | null;
  /** Whether it comes from a download of the bank, whose texts are whole as they stand. */
  asIs?: boolean;
  /** Whether these are the paragraphs of a document, which nobody counts: notes say what a question begins with. */
  isText?: boolean;
};

/** The hidden name in a workbook that says so; Excel and LibreOffice keep it when they save the file. */
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

/** Column 4 of row 7 is E7: columns count from 0, rows from 1. */
export const cellName = (column: number, row: number) => `${columnName(column)}${row}`;

/** @param at the cell's name */
export const inForeignFont = (font: string, at: string) =>
  `in the font "${font.slice(0, 40)}" (cell ${at}), which shows other letters and signs than the file holds. Please convert it to Unicode, so that it reads right in a font such as Mangal or Arial, and upload the file again.`;
