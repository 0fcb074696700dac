// One sheet of a workbook: a bounded number of rows, each row and cell once and in its place. Values are as Excel
// shows them; formulas are never calculated, only their stored values taken.
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

/** Title and header rows, and sheets of instructions, come on top of the questions. */
export const rowsLookedAt = limits.rows + 10_000;
export const lastExcelRow = 1_048_576;
export const lastExcelColumn = 16_384;

/** What the sheets of a workbook share. */
export type Book = {
  texts: readonly SheetCell[];
  styles: readonly CellStyle[];
  date1904: boolean;
  /** Rows with something to see, in all sheets read so far. */
  filledRows: number;
};

/** "AB" is 27: columns count from 0. */
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

/** Days as Excel counts them, of a date written out: without a zone it is meant as it stands. */
export function dayOf(date: string, date1904: boolean): number {
  const withZone = /(?:Z|[+-]\d\d:\d\d)$/.test(date) || !date.includes('T') ? date : `${date}Z`;
  return Date.parse(withZone) / 86_400_000 + 25_569 - (date1904 ? 1462 : 0);
}

const isNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** A cell as its element tells it; `said` is null where it has neither a value nor a text. */
type CellElement = {
  ref: string;
  type: string;
  style: string;
  /** Whether a richer value, such as a picture placed in the cell, stands behind what old programs are shown. */
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
  // A formula may rightly give an empty text: ="" is stored as text of no length.
  const isText = type === 'str' || type === 'inlineStr';
  if (!isText && value.trim() === '') return hasFormula ? formulaWithoutValue : null;
  switch (type) {
    case 's': {
      const text = book.texts[Number(value)];
      if (!text) throw damagedBy(`cell ${ref} has a text that is not there`);
      return text;
    }
    case 'str':
      // What the office suite of WPS stores for a picture in a cell.
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
      // 1,5 is a number to a person and none to a computer.
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
