// Reads one sheet of an .xlsx. The number of rows is limited, and a row or cell that occurs twice is refused. Values are as Excel shows
// them. Formulas are never calculated; only their stored values are read.
import { cleanText, isVisible } from '../judge/clean-text.ts';
import {
  type DownMerge,
  type HiddenColumns,
  type Row,
  type SheetCell,
  textCell,
} from '../judge/sheet.ts';
import { limits, tooManyRows } from '../question-file.ts';
import {
  errorCell,
  flagCell,
  formulaWithoutValue,
  inStyle,
  numberCell,
  pictureCell,
  wordsCell,
} from './cells.ts';
import { type Attributes, damagedBy, isOn, readXml } from './read-xml.ts';
import { type CellStyle, plainStyle, richTexts, type StyledText } from './styles.ts';

/** Leaves room for title rows, header rows and sheets of instructions besides the questions. */
export const rowsLookedAt = limits.rows + 10_000;
export const lastExcelRow = 1_048_576;
export const lastExcelColumn = 16_384;

/** The data that all sheets of a workbook share. */
export type Book = {
  texts: readonly SheetCell[];
  styles: readonly CellStyle[];
  date1904: boolean;
  /** Rows that show something, in all sheets read so far. */
  filledRows: number;
};

/** "AB" is column 27, because columns count from 0. */
function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

const place = /^\$?([A-Z]+)\$?(\d+)$/i;

function downMergeOf(area: string): DownMerge[] {
  const [from, to] = area.split(':').map((corner) => place.exec(corner));
  const [firstRow, lastRow] = [Number(from?.[2]), Number(to?.[2])];
  return lastRow > firstRow ? [{ column: columnOf(from?.[1] ?? ''), firstRow, lastRow }] : [];
}

/** Turns an ISO date into Excel's number of days. A date without a time zone is read as UTC, so that it stays the same day. */
export function dayOf(date: string, date1904: boolean): number {
  const withZone = /(?:Z|[+-]\d\d:\d\d)$/.test(date) || !date.includes('T') ? date : `${date}Z`;
  return Date.parse(withZone) / 86_400_000 + 25_569 - (date1904 ? 1462 : 0);
}

const isNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** A cell as read from its XML element. `said` is null when the cell has neither a value nor a text. */
type CellElement = {
  ref: string;
  type: string;
  style: string;
  /** Whether the cell has a richer value, such as a picture in the cell, for which old programs show a substitute. */
  isRich: boolean;
  hasFormula: boolean;
  said: StyledText | null;
};

const styleOf = (style: string, { styles }: Book) => styles[Number(style)] ?? plainStyle;

function toCell(
  { ref, type, style, isRich, hasFormula, said }: CellElement,
  book: Book,
): SheetCell | null {
  const value = said?.text ?? '';
  // A formula may correctly give an empty text: ="" is stored as an empty string.
  const isText = type === 'str' || type === 'inlineStr';
  if (!isText && value.trim() === '') return hasFormula ? formulaWithoutValue : null;
  switch (type) {
    case 's': {
      const text = book.texts[Number(value)];
      if (!text) throw damagedBy(`cell ${ref} has a text that is not there`);
      return text;
    }
    case 'str':
      // WPS Office stores this for a picture in a cell.
      if (hasFormula && /^=(_xlfn\.)?DISPIMG\(/i.test(value)) return pictureCell;
      return said && wordsCell(said);
    case 'inlineStr':
      return said && wordsCell(said);
    case 'b':
      return flagCell(isOn(value));
    case 'e':
      return isRich && value === '#VALUE!' ? pictureCell : errorCell(value);
    case 'n':
    case 'd': {
      const typed = value.trim();
      const { format } = styleOf(style, book);
      if (type === 'd') return numberCell(dayOf(typed, book.date1904), format);
      // A person means a number by 1,5, but it can't be parsed as one.
      if (!isNumber.test(typed) && /\d/.test(typed)) return textCell(cleanText(typed));
      return numberCell(Number(typed), format);
    }
    default:
      return errorCell('#NUM!');
  }
}

/** @throws FileRefusal */
export function readSheet(
  part: string,
  bytes: Uint8Array,
  book: Book,
): { rows: Row[]; downMerges: DownMerge[]; hiddenColumns: HiddenColumns[]; hasObjects: boolean } {
  const rows: Row[] = [];
  const downMerges: DownMerge[] = [];
  const hiddenColumns: HiddenColumns[] = [];
  const seen = new Set<number>();
  let row = { row: 0, hidden: false, cells: new Map<number, SheetCell>() };
  let columns = new Set<number>();
  let column = -1;
  let told: CellElement | null = null;
  let hasObjects = false;
  const words = richTexts();

  const beginRow = ({ r, hidden }: Attributes) => {
    const number = /^\d+$/.test(r ?? '') ? Number(r) : row.row + 1;
    if (seen.has(number)) throw damagedBy(`it has row ${number} twice`);
    if (number < 1 || number > lastExcelRow)
      throw damagedBy(`it has a row with the number ${number}`);
    seen.add(number);
    row = { row: number, hidden: isOn(hidden), cells: new Map() };
    columns = new Set();
    column = -1;
  };
  const beginCell = ({ r = '', t = 'n', s = '0', vm }: Attributes) => {
    const [ref, letters = '', at] = place.exec(r) ?? [];
    if (!ref && r !== '') throw damagedBy(`it has a cell called "${r.slice(0, 20)}"`);
    if (ref && Number(at) !== row.row) throw damagedBy(`it has cell ${ref} in row ${row.row}`);
    column = ref ? columnOf(letters) : column + 1;
    if (column >= lastExcelColumn)
      throw damagedBy(
        `its row ${row.row} has more than ${lastExcelColumn.toLocaleString('en-IN')} cells`,
      );
    if (columns.has(column)) throw damagedBy(`it has cell ${r} twice`);
    columns.add(column);
    told = { ref: r, type: t, style: s, isRich: vm !== undefined, hasFormula: false, said: null };
  };
  const endCell = (cell: CellElement) => {
    const read = toCell(cell, book);
    told = null;
    if (!read || !isVisible(read.text)) return;
    if (row.cells.size === 0 && ++book.filledRows > rowsLookedAt) throw tooManyRows();
    row.cells.set(column, inStyle(read, styleOf(cell.style, book)));
  };

  readXml(part, bytes, {
    open(name, attributes, parent) {
      if (name === 'row' && parent === 'sheetData') beginRow(attributes);
      else if (name === 'c' && parent === 'row') beginCell(attributes);
      else if (name === 'col' && isOn(attributes.hidden))
        hiddenColumns.push([Number(attributes.min) - 1, Number(attributes.max) - 1]);
      else if (name === 'oleObject') hasObjects = true;
      else if (name === 'mergeCell') downMerges.push(...downMergeOf(attributes.ref ?? ''));
      else if (told && parent === 'c') {
        if (name === 'f') told.hasFormula = true;
        if (name === 'is') told.type = 'inlineStr';
        if (name !== 'v' && name !== 'is') return;
        words.begin(name === 'v');
      } else if (told) words.open(name, attributes, parent);
    },
    text: (piece) => words.add(piece),
    close(name) {
      if (name === 'row' && row.cells.size > 0) rows.push(row);
      else if (told && name === 'c') endCell(told);
      else if (told && (name === 'v' || name === 'is')) told.said = words.end();
      else words.close(name);
    },
  });
  return { rows: rows.sort((a, b) => a.row - b.row), downMerges, hiddenColumns, hasObjects };
}
