// Brings what the xlsx library reads (.xls of every age) to sheets. Values are as Excel
// shows them; formulas are never calculated, only their stored values taken.
import * as XLSX from 'xlsx';
import * as codepages from 'xlsx/dist/cpexcel.full.mjs';
import { cleanText, isVisible } from '../judge/clean-text.ts';
import {
  type Cell,
  type DownMerge,
  type HiddenColumns,
  noPictures,
  type Row,
  type Sheet,
  textCell,
} from '../judge/sheet.ts';
import { FileRefusal, limits, passwordProtected, tooManyRows } from '../question-file.ts';
import { errorCell, flagCell, inStyle, numberCell } from './cells.ts';
import {
  foreignFont,
  type NumberFormat,
  plainStyle,
  type Style,
  shortDate,
  toFormat,
} from './styles.ts';

XLSX.set_cptable(codepages); // Excel 95 files are in the code page of their country

const lastExcelRow = 1_048_576;
const lastExcelColumn = 16_384;

const options: XLSX.ParsingOptions = {
  dense: true,
  cellFormula: false,
  cellHTML: false,
  cellNF: true,
  cellStyles: true, // without it hidden rows are not told
  dateNF: shortDate,
};

/** The format of a cell, by its code: the library's own way to write a number out loses signs and currencies. */
function formatsOf(date1904: boolean): (code: unknown) => NumberFormat {
  const known = new Map<unknown, NumberFormat>();
  return (code) => {
    const format =
      known.get(code) ??
      toFormat(
        typeof code === 'string' ? (code === 'm/d/yy' ? shortDate : code) : 'General',
        date1904,
      );
    known.set(code, format);
    return format;
  };
}

function toCell(
  cell: XLSX.CellObject,
  formatOf: (code: unknown) => NumberFormat,
): Cell | undefined {
  const { t: type, v: value, w: shown, z: format } = cell;
  if (type === 'e') return errorCell(shown ?? '');
  if (type === 'z' || value === undefined) return undefined;
  if (type === 'b') return flagCell(value === true);
  if (type === 's') return textCell(cleanText(String(value)));
  return numberCell(typeof value === 'number' ? value : Number.NaN, formatOf(format));
}

/** Numbers in use as places of an array, in order; an array may be sparse and end at four thousand million. */
function placesIn(list: readonly unknown[], end: number): number[] {
  return Object.keys(list)
    .map(Number)
    .filter((place) => Number.isInteger(place) && place >= 0 && place < end);
}

function toRows(
  sheet: XLSX.DenseWorkSheet,
  date1904: boolean,
  styleOf: (row: number, column: number) => Style,
): Row[] {
  const formatOf = formatsOf(date1904);
  const data = sheet['!data'] ?? [];
  const rows: Row[] = [];
  for (const place of placesIn(data, lastExcelRow)) {
    const line = data[place] ?? [];
    const cells = new Map<number, Cell>();
    for (const column of placesIn(line, lastExcelColumn)) {
      const found = line[column];
      const cell = found && toCell(found, formatOf);
      if (cell && isVisible(cell.text)) cells.set(column, inStyle(cell, styleOf(place, column)));
    }
    if (cells.size > 0)
      rows.push({ row: place + 1, hidden: sheet['!rows']?.[place]?.hidden === true, cells });
  }
  return rows;
}

function toDownMerges(sheet: XLSX.DenseWorkSheet): DownMerge[] {
  const merges: XLSX.Range[] = sheet['!merges'] ?? [];
  return merges
    .filter((range) => range.e.r > range.s.r)
    .map((range) => ({ column: range.s.c, firstRow: range.s.r + 1, lastRow: range.e.r + 1 }));
}

function toHiddenColumns(sheet: XLSX.DenseWorkSheet): HiddenColumns[] {
  const columns = sheet['!cols'] ?? [];
  return placesIn(columns, lastExcelColumn)
    .filter((place) => columns[place]?.hidden === true)
    .map((place) => [place, place]);
}

function isDense(sheet: XLSX.WorkSheet | undefined): sheet is XLSX.DenseWorkSheet {
  return sheet !== undefined && Array.isArray(sheet['!data']);
}

/** Throws FileRefusal, whatever the library throws. */
function openBook(content: Uint8Array): XLSX.WorkBook {
  try {
    return XLSX.read(content, { ...options, type: 'array' });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (/password|encrypt/i.test(reason)) {
      throw passwordProtected();
    }
    throw new FileRefusal(
      'damaged',
      'This file could not be read as an Excel workbook. Please open it in Excel, save it again as .xlsx and upload the new copy.',
    );
  }
}

/** @throws FileRefusal */
export function readWithLibrary(content: Uint8Array): Sheet[] {
  const book = openBook(content);
  const { styleOf, hasRaised } = readXlsFonts(content);
  const remark = hasRaised
    ? 'This old .xls has raised or lowered letters, such as the 2 in x². They are read as plain letters. Please save the file as .xlsx and upload that one.'
    : null;
  let total = 0;
  return book.SheetNames.flatMap((name, place) => {
    const sheet = book.Sheets[name];
    if (!isDense(sheet)) return []; // a chart
    const rows = toRows(sheet, book.Workbook?.WBProps?.date1904 === true, (row, column) =>
      styleOf(place, row, column),
    );
    total += rows.length;
    if (total > limits.rows + 10_000) throw tooManyRows();
    const hidden = (book.Workbook?.Sheets?.[place]?.Hidden ?? 0) !== 0;
    return [
      {
        name,
        hidden,
        rows,
        downMerges: toDownMerges(sheet),
        pictures: noPictures,
        hiddenColumns: toHiddenColumns(sheet),
        remark,
      },
    ];
  });
}

// Fonts of the cells of an old .xls, which the library passes over. Its records are gone through once; nothing in them is
// trusted to be there.

const record = { font: 0x31, boundSheet: 0x85, xf: 0xe0, begin: 0x809 } as const;
/** Texts, and formulas that may give one: each begins with row, column and style. */
const textCells = new Set([0x06, 0xd6, 0xfd, 0x204]);
const BIFF8 = 0x600;
const STRUCK = 8;

/** The library tells no types of what is inside such a file. */
function contentOf(stream: unknown): Uint8Array | null {
  return typeof stream === 'object' &&
    stream !== null &&
    'content' in stream &&
    stream.content instanceof Uint8Array
    ? stream.content
    : null;
}

type XlsFonts = {
  /** @param sheet by its tab, from 0 as `row` and `column` */
  styleOf(sheet: number, row: number, column: number): Style;
  /** Whether some letters may be raised or lowered; the library doesn't tell which. */
  hasRaised: boolean;
};

function readXlsFonts(bytes: Uint8Array): XlsFonts {
  const book: unknown = XLSX.CFB.read(bytes, { type: 'array' });
  const content =
    ['/Workbook', '/Book'].map((name) => contentOf(XLSX.CFB.find(book, name))).find(Boolean) ??
    new Uint8Array();
  const data = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const fonts: Style[] = [];
  const styles: Style[] = [];
  const tabs = new Map<number, number>();
  const found = new Map<string, Style>();
  let isBiff8 = true;
  let hasRaised = false;
  let tab = -1;
  for (let at = 0, next = 0; at + 4 <= data.length; at = next) {
    const kind = data.readUInt16LE(at);
    next = at + 4 + data.readUInt16LE(at + 2);
    const body = data.subarray(at + 4, next);
    const word = (place: number) => (place + 2 <= body.length ? body.readUInt16LE(place) : 0);
    if (kind === record.begin) {
      isBiff8 = word(0) === BIFF8;
      tab = tabs.get(at) ?? tab;
    }
    if (kind === record.boundSheet && body.length >= 4) tabs.set(body.readUInt32LE(0), tabs.size);
    if (kind === record.font) {
      const isWide = isBiff8 && ((body[15] ?? 0) & 1) === 1;
      const from = isBiff8 ? 16 : 15;
      const size = (body[14] ?? 0) * (isWide ? 2 : 1);
      const name = body.subarray(from, from + size).toString(isWide ? 'utf16le' : 'latin1');
      if (word(8) !== 0) hasRaised = true;
      const struck = (word(2) & STRUCK) !== 0;
      fonts.push({ ...plainStyle, font: foreignFont(name), struck });
      if (fonts.length === 4) fonts.push(plainStyle); // there is no fifth font
    }
    if (kind === record.xf) styles.push(fonts[word(0)] ?? plainStyle);
    if (!textCells.has(kind)) continue;
    const style = styles[word(4)];
    if (style && (style.font || style.struck)) found.set(`${tab}:${word(0)}:${word(2)}`, style);
  }
  return {
    styleOf: (sheet, row, column) => found.get(`${sheet}:${row}:${column}`) ?? plainStyle,
    hasRaised,
  };
}
