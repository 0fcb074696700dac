// Brings what the xlsx library reads (.xls of every age, XML spreadsheets) to sheets. Values are as Excel
// shows them; formulas are never calculated, only their stored values taken.
import * as XLSX from 'xlsx';
import * as codepages from 'xlsx/dist/cpexcel.full.mjs';
import { isVisible } from '../judge/clean-text.ts';
import { type Cell, type DownMerge, noPictures, type Row, type Sheet } from '../judge/sheet.ts';
import { FileRefusal, limits, passwordProtected, tooManyRows } from '../question-file.ts';
import { errorCell, flagCell, numberCell, wordsCell } from './cells.ts';
import { dayFrom, isDateFormat, shortDate } from './number-formats.ts';

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

function toCell(cell: XLSX.CellObject, date1904: boolean): Cell | undefined {
  const { t: type, v: value, w: shown, z: format } = cell;
  if (type === 'e') return errorCell(shown ?? '');
  if (type === 'z' || value === undefined) return undefined;
  if (type === 'b') return flagCell(value === true);
  if (type === 's') return wordsCell(String(value), false);
  return numberCell(typeof value === 'number' ? value : Number.NaN, {
    isDate: isDateFormat(format),
    isGeneral: format === 'General' || format === undefined,
    show: (number) => shown ?? String(number),
    dayOf: (number) => dayFrom(number, date1904),
  });
}

/** Numbers in use as places of an array, in order; an array may be sparse and end at four thousand million. */
function placesIn(list: readonly unknown[], end: number): number[] {
  return Object.keys(list)
    .map(Number)
    .filter((place) => Number.isInteger(place) && place >= 0 && place < end);
}

function toRows(sheet: XLSX.DenseWorkSheet, date1904: boolean): Row[] {
  const data = sheet['!data'] ?? [];
  const rows: Row[] = [];
  for (const place of placesIn(data, lastExcelRow)) {
    const line = data[place] ?? [];
    const cells = new Map<number, Cell>();
    for (const column of placesIn(line, lastExcelColumn)) {
      const found = line[column];
      const cell = found && toCell(found, date1904);
      if (cell && isVisible(cell.text)) cells.set(column, cell);
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

function isDense(sheet: XLSX.WorkSheet | undefined): sheet is XLSX.DenseWorkSheet {
  return sheet !== undefined && Array.isArray(sheet['!data']);
}

/** Throws FileRefusal, whatever the library throws. */
function openBook(content: Uint8Array | string): XLSX.WorkBook {
  try {
    return typeof content === 'string'
      ? XLSX.read(content, { ...options, type: 'string', raw: true })
      : XLSX.read(content, { ...options, type: 'array' });
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
export function readWithLibrary(content: Uint8Array | string): Sheet[] {
  const book = openBook(content);
  const date1904 = book.Workbook?.WBProps?.date1904 === true;
  let total = 0;
  return book.SheetNames.flatMap((name, place) => {
    const sheet = book.Sheets[name];
    if (!isDense(sheet)) return []; // a chart
    const rows = toRows(sheet, date1904);
    total += rows.length;
    if (total > limits.rows + 10_000) throw tooManyRows();
    const hidden = (book.Workbook?.Sheets?.[place]?.Hidden ?? 0) !== 0;
    return [{ name, hidden, rows, downMerges: toDownMerges(sheet), pictures: noPictures }];
  });
}
