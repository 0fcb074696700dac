// Brings what the xlsx library reads (workbooks of every age, XML spreadsheets, HTML tables) to sheets.
// Values are as Excel shows them; formulas are never calculated, only their stored values taken.
import * as XLSX from 'xlsx';
import * as codepages from 'xlsx/dist/cpexcel.full.mjs';
import { cleanText, isVisible } from '../judge/clean-text.ts';
import type { Cell, DownMerge, Row, Sheet } from '../judge/sheet.ts';
import { FileRefusal, limits, tooManyRows } from '../question-file.ts';
import { noStoredValue } from './check-workbook-parts.ts';

XLSX.set_cptable(codepages); // Excel 95 files are in the code page of their country

const lastExcelRow = 1_048_576;
const lastExcelColumn = 16_384;

const options: XLSX.ParsingOptions = {
  dense: true,
  cellFormula: false,
  cellHTML: false,
  cellNF: true,
  cellStyles: true, // without it hidden rows are not told
  dateNF: 'dd-mm-yyyy', // the short date of India
};

function isDateFormat(format: unknown): boolean {
  const answer: unknown = typeof format === 'string' && XLSX.SSF.is_date(format);
  return answer === true;
}

function remarkOn(cell: XLSX.CellObject, text: string): string | null {
  if (
    cell.t === 'n' &&
    /^-?\d(\.\d+)?E\+\d+$/.test(text) &&
    (cell.z === 'General' || cell.z === undefined)
  ) {
    return `Excel shows this number as ${text}. If every digit matters, please type it as text.`;
  }
  const runs: unknown = cell.r;
  if (typeof runs === 'string' && /<(?:\w+:)?(vertAlign|b|i|u|strike)\b/.test(runs)) {
    return 'Raised, lowered, bold or struck-out letters became plain text. Please check that it still reads right.';
  }
  return null;
}

function toCell(cell: XLSX.CellObject): Cell | undefined {
  if (cell.t === 'z' || (cell.v === undefined && cell.t !== 'e')) return undefined;
  if (cell.t === 'e') {
    const shown = cell.w ?? '';
    return {
      text: shown,
      kind: shown === noStoredValue ? 'formula-without-value' : 'error',
      value: null,
      remark: null,
    };
  }
  if (cell.t === 's') {
    const text = cleanText(String(cell.v));
    return { text, kind: 'text', value: null, remark: remarkOn(cell, text) };
  }
  if (cell.t === 'b')
    return { text: cell.v === true ? 'TRUE' : 'FALSE', kind: 'text', value: null, remark: null };
  if (typeof cell.v !== 'number' || !Number.isFinite(cell.v)) {
    return { text: '#NUM!', kind: 'error', value: null, remark: null };
  }
  const text = cleanText(cell.w ?? String(cell.v));
  const kind = isDateFormat(cell.z) ? 'date' : 'number';
  return { text, kind, value: cell.v, remark: remarkOn(cell, text) };
}

/** Numbers in use as places of an array, in order; an array may be sparse and end at four thousand million. */
function placesIn(list: readonly unknown[], end: number): number[] {
  return Object.keys(list)
    .map(Number)
    .filter((place) => Number.isInteger(place) && place >= 0 && place < end);
}

function toRows(sheet: XLSX.DenseWorkSheet): Row[] {
  const data = sheet['!data'] ?? [];
  const rows: Row[] = [];
  for (const place of placesIn(data, lastExcelRow)) {
    const line = data[place] ?? [];
    const cells = new Map<number, Cell>();
    for (const column of placesIn(line, lastExcelColumn)) {
      const found = line[column];
      const cell = found && toCell(found);
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
      throw new FileRefusal(
        'password-protected',
        'This file is protected by a password. Please remove the password and upload it again.',
      );
    }
    throw new FileRefusal(
      'damaged',
      'This file could not be read as an Excel workbook. Please open it in Excel, save it again as .xlsx and upload the new copy.',
    );
  }
}

const brokenSheet = (name: string, how: string) =>
  new FileRefusal(
    'damaged',
    `This Excel file is damaged: its sheet "${name}" ${how}. Please open it in Excel, save it again and upload the new copy.`,
  );

/** Throws FileRefusal. */
export function readWorkbook(content: Uint8Array | string): Sheet[] {
  const book = openBook(content);
  const twice = book.SheetNames.find((name, place) => book.SheetNames.indexOf(name) !== place);
  if (twice !== undefined) throw brokenSheet(twice, 'is there twice');
  let total = 0;
  return book.SheetNames.flatMap((name, place) => {
    const sheet = book.Sheets[name];
    // The library leaves out a sheet that it can't find or read, without a word.
    if (!sheet && book.bookType === 'xlsx') throw brokenSheet(name, 'cannot be read');
    if (!isDense(sheet)) return []; // a chart
    const rows = toRows(sheet);
    total += rows.length;
    if (total > limits.rows + 10_000) throw tooManyRows();
    const hidden = (book.Workbook?.Sheets?.[place]?.Hidden ?? 0) !== 0;
    return [{ name, hidden, rows, downMerges: toDownMerges(sheet) }];
  });
}
