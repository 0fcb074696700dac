// Reads .xls files of every version with the xlsx library. Values are as Excel shows them. Formulas are never calculated; only their stored
// values are read.
import * as XLSX from 'xlsx';
import { cleanText, isVisible } from '../judge/clean-text.ts';
import {
  type DownMerge,
  type HiddenColumns,
  type Row,
  type Sheet,
  type SheetCell,
  textCell,
} from '../judge/sheet.ts';
import {
  FileRefusal,
  limits,
  passwordProtected,
  tooManyRows,
  wordDocument,
  wrongKind,
} from '../question-file.ts';
import { errorCell, flagCell, inStyle, numberCell } from './cells.ts';
import { readXlsRecords, recordsIn } from './read-xls-records.ts';
import { type CellStyle, type NumberFormat, shortDate, toFormat } from './styles.ts';

const lastExcelRow = 1_048_576;
const lastExcelColumn = 16_384;

const options: XLSX.ParsingOptions = {
  dense: true,
  cellFormula: false,
  cellHTML: false,
  cellNF: true,
  cellStyles: true, // without it, the library doesn't report hidden rows
  dateNF: shortDate,
};

/** Finds the format of a cell by its code. The text that the library itself makes of a number loses signs and currencies. */
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
): SheetCell | undefined {
  const { t: type, v: value, w: shown, z: format } = cell;
  if (type === 'e') return errorCell(shown ?? '');
  if (type === 'z' || value === undefined) return undefined;
  if (type === 'b') return flagCell(value === true);
  if (type === 's') return textCell(cleanText(String(value)));
  return numberCell(typeof value === 'number' ? value : Number.NaN, formatOf(format));
}

/** The indexes of an array that are in use, in order. The array may be sparse, with indexes up to four billion. */
function placesIn(list: readonly unknown[], end: number): number[] {
  return Object.keys(list)
    .map(Number)
    .filter((place) => Number.isInteger(place) && place >= 0 && place < end);
}

function toRows(
  sheet: XLSX.DenseWorkSheet,
  date1904: boolean,
  styleOf: (row: number, column: number) => CellStyle,
): Row[] {
  const formatOf = formatsOf(date1904);
  const data = sheet['!data'] ?? [];
  const rows: Row[] = [];
  for (const place of placesIn(data, lastExcelRow)) {
    const line = data[place] ?? [];
    const cells = new Map<number, SheetCell>();
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

/** @throws FileRefusal, whatever the library throws */
function openBook(content: Uint8Array): { book: XLSX.WorkBook; records: Buffer } {
  try {
    const records = recordsIn(content);
    // Without this check, the library would read anything that isn't a workbook as some other kind of file, even as text.
    if (records?.[0] !== 9 || (records[1] ?? 9) > 8) throw new Error('There is no workbook in it.');
    return { book: XLSX.read(records, { ...options, type: 'buffer' }), records };
  } catch (error) {
    if (error instanceof FileRefusal) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    if (/password|encrypt/i.test(reason)) throw passwordProtected();
    const hasStream = (name: string) => Buffer.from(content).includes(Buffer.from(name, 'utf16le'));
    if (hasStream('WordDocument')) throw wordDocument();
    if (hasStream('PowerPoint Document')) throw wrongKind('This is a presentation.');
    throw new FileRefusal(
      'damaged',
      'This file could not be read as an Excel workbook. Please open it in Excel, save it again as .xlsx and upload the new copy.',
    );
  }
}

/** @throws FileRefusal */
export async function readWithLibrary(content: Uint8Array): Promise<Sheet[]> {
  // Excel 95 files use the code page of their country. Loading the tables takes a tenth of a second, so it happens only here.
  XLSX.set_cptable(await import('xlsx/dist/cpexcel.full.mjs'));
  const { book, records } = openBook(content);
  const { styleOf, hasRaised, picturesOf } = readXlsRecords(records);
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
        pictures: picturesOf(place),
        hiddenColumns: toHiddenColumns(sheet),
        remark,
      },
    ];
  });
}
