// Writes an Excel workbook while it is being read, so that memory use doesn't grow with the number of rows. Strings are text cells in text
// format, so none ever becomes a formula, even after someone edits the cell. Numbers are number cells.
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';
import { AS_IS } from '#api/question-files/judge/sheet.ts';

/** Null leaves the cell empty. A string longer than an Excel cell can hold (32,767 characters) is cut. */
export type WorkbookCell = string | number | null;

export type WorkbookSheet = {
  /** At most 31 characters, without any of []:*?/\ */
  name: string;
  /** `width` in characters; `of` is the format of an empty cell when somebody types into it. */
  columns: readonly { head: string; width: number; of: 'text' | 'numbers' }[];
  /** Tells the reader of an uploaded workbook to take its texts exactly as they are. */
  asIs?: boolean;
};

/** Rows in pieces of any size, such as the pages of a query; each row has one cell per column. */
export type WorkbookRows = AsyncIterable<readonly (readonly WorkbookCell[])[]>;

export type FilledSheet = { sheet: WorkbookSheet; rows: WorkbookRows };

export type Workbook = FilledSheet & {
  /** Includes the extension .xlsx. */
  fileName: string;
  /** Further sheets, in the order of their tabs. */
  more?: readonly FilledSheet[];
};

/** Each column of a list, with the function that gives its cell for a row. */
export type ListColumns<One> = readonly (readonly [Column, (one: One) => WorkbookCell])[];

/** A list as a sheet. @param pieces the rows as they are read, such as the pages of a query */
export const listSheet = <One>(
  name: string,
  columns: ListColumns<One>,
  pieces: AsyncIterable<readonly One[]>,
): FilledSheet => ({
  sheet: { name, columns: columns.map(([column]) => column) },
  rows: toRows(pieces, (one) => columns.map(([, cell]) => cell(one))),
});

/** A list as a workbook of one sheet, with a file of the same name. */
export const listWorkbook = <One>(
  name: string,
  columns: ListColumns<One>,
  pieces: AsyncIterable<readonly One[]>,
): Workbook => ({ fileName: `${name}.xlsx`, ...listSheet(name, columns, pieces) });

/**
 * The bytes of the .xlsx, made as they are requested: a slow reader slows the reading of `rows`, and a reader that leaves ends it (its
 * `finally` runs). An error thrown by `rows` is thrown here.
 * @param more further sheets, each read once the sheet before it is written
 */
export function streamWorkbook(
  sheet: WorkbookSheet,
  rows: WorkbookRows,
  more: readonly FilledSheet[] = [],
): AsyncGenerator<Uint8Array> {
  const sheets = [{ sheet, rows }, ...more];
  const parts: Part[] = sheets.map((each, index) => ({
    path: sheetPath(index),
    xml: sheetXml(each.sheet, each.rows),
  }));
  return zipParts([...workbookParts(sheets.map((each) => each.sheet)), ...parts]);
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

// Columns of a workbook, and rows in the pieces that a query returns.

type Column = WorkbookSheet['columns'][number];

/** @param width in characters */
export const text = (head: string, width: number): Column => ({ head, width, of: 'text' });

/** @param width in characters */
export const numbers = (head: string, width = 12): Column => ({ head, width, of: 'numbers' });

export async function* toRows<T>(
  pieces: AsyncIterable<readonly T[]>,
  toRow: (one: T) => readonly WorkbookCell[],
): WorkbookRows {
  for await (const piece of pieces) yield piece.map(toRow);
}

/** Rows that are in memory already, if any. */
export async function* inOnePiece(rows: readonly (readonly WorkbookCell[])[]): WorkbookRows {
  yield rows;
}

// The small parts of a workbook: the list of its parts, and its two cell formats, general (0) and text (1).

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const contentTypes = (sheets: number) =>
  `<Types xmlns="${PACKAGE}/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>` +
  Array.from(
    { length: sheets },
    (_, index) => `<Override PartName="/${sheetPath(index)}" ContentType="${TYPE}.worksheet+xml"/>`,
  ).join('') +
  '</Types>';

/** @param index from 0 */
function sheetPath(index: number): string {
  return `xl/worksheets/sheet${index + 1}.xml`;
}

const relations = (targets: readonly (readonly [type: string, target: string])[]) =>
  `<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(
      ([type, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

/** Format 49 is Excel's own text format. */
const styles =
  `<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>';

const asIsXml = `<definedNames><definedName name="${AS_IS}" hidden="1">TRUE</definedName></definedNames>`;

/** @param own the sheets in the order of their tabs */
function workbookParts(own: readonly WorkbookSheet[]): Part[] {
  const sheets = own.map(
    ({ name }, index) =>
      `<sheet name="${textXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const workbook = `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets>${own.some(({ asIs }) => asIs) ? asIsXml : ''}</workbook>`;
  const inBook = relations([
    ...own.map((_, index) => ['worksheet', sheetPath(index).slice('xl/'.length)] as const),
    ['styles', 'styles.xml'],
  ]);
  return [
    { path: '[Content_Types].xml', xml: [HEAD + contentTypes(own.length)] },
    { path: '_rels/.rels', xml: [HEAD + relations([['officeDocument', 'xl/workbook.xml']])] },
    { path: 'xl/workbook.xml', xml: [HEAD + workbook] },
    { path: 'xl/_rels/workbook.xml.rels', xml: [HEAD + inBook] },
    { path: 'xl/styles.xml', xml: [HEAD + styles] },
  ];
}

// Writes a text as XML such that Excel reads back the same text.

/** Characters that one Excel cell can hold. */
const LONGEST = 32_767;
const MARKS: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

/**
 * Leaves out characters that XML can't express. Excel would read _x0041_ inside a text as the letter A, so its first character is written
 * as _x005F_.
 */
function textXml(text: string): string {
  return text
    .slice(0, LONGEST)
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/(?![\t\n\r\u007f-\u009f])[\p{Cc}\ufffe\uffff]/gu, '')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"\r]/g, (mark) => MARKS[mark] ?? '');
}

// Writes a zip archive piece by piece. Node compresses in its thread pool, so that a large export doesn't hold up anyone sitting an
// exam.

type Part = { path: string; xml: Iterable<string> | AsyncIterable<string> };

const DEFLATED = 8;

/** When the caller stops asking, the reading of a part's `xml` ends. */
async function* zipParts(parts: readonly Part[]): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    ready.push(piece);
  });
  function* taken() {
    const pieces = ready;
    ready = [];
    yield* pieces;
  }
  for (const { path, xml } of parts) {
    const file: ZipInputFile = { filename: path, size: 0, crc: 0, compression: DEFLATED };
    zip.add(file);
    const deflate = createDeflateRaw();
    const bytes = Readable.from(counted(file, xml), { objectMode: false });
    bytes.once('error', (error) => deflate.destroy(error));
    try {
      for await (const piece of bytes.pipe(deflate)) {
        file.ondata?.(null, piece, false);
        yield* taken();
      }
    } finally {
      bytes.destroy();
      if (!bytes.closed) await once(bytes, 'close');
    }
    file.ondata?.(null, new Uint8Array(), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}

/** Counts the size and checksum, which the zip's directory needs. */
async function* counted(file: ZipInputFile, xml: Part['xml']): AsyncGenerator<Buffer> {
  for await (const text of xml) {
    const bytes = Buffer.from(text);
    file.size += bytes.length;
    file.crc = crc32(bytes, file.crc);
    if (bytes.length > 0) yield bytes;
  }
}
