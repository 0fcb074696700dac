// Reads what the library ignores in an old .xls: the fonts of the cells, and where pictures begin. One pass over the records, which doesn't
// rely on any of them being present or complete.
import * as XLSX from 'xlsx';
import { noPictures } from '../judge/sheet.ts';
import { passwordProtected } from '../question-file.ts';
import { type CellStyle, foreignFont, plainStyle } from './styles.ts';

const record = {
  end: 0x0a,
  font: 0x31,
  object: 0x5d,
  boundSheet: 0x85,
  xf: 0xe0,
  drawing: 0xec,
  begin: 0x809,
} as const;
/** Records of texts, and of formulas that may give a text. Each begins with row, column and style. */
const textCells = new Set([0x06, 0xd6, 0xfd, 0x204]);
const BIFF8 = 0x600;
const STRUCK = 8;

/** The record with the position of a shape on its sheet; it is inside the record of a drawing. */
const ANCHOR = 0xf010;
/** Types of objects that hide nothing: the arrow of a filter or list, and a comment. */
const coversNothing = new Set([0x14, 0x19]);

/** The row in which the last shape of a drawing begins, counted from 0. */
function anchoredRow(drawing: Buffer): number | null {
  let row: number | null = null;
  for (let at = 0; at + 8 <= drawing.length; ) {
    const isContainer = (drawing.readUInt16LE(at) & 15) === 15;
    if (drawing.readUInt16LE(at + 2) === ANCHOR && at + 16 <= drawing.length)
      row = drawing.readUInt16LE(at + 14);
    at += 8 + (isContainer ? 0 : drawing.readUInt32LE(at + 4));
  }
  return row;
}

/** The library has no types for the contents of such a file. */
function contentOf(stream: unknown): Uint8Array | null {
  return typeof stream === 'object' &&
    stream !== null &&
    'content' in stream &&
    stream.content instanceof Uint8Array
    ? stream.content
    : null;
}

export type XlsRecords = {
  /** @param sheet the number of its tab; tab, row and column count from 0 */
  styleOf(sheet: number, row: number, column: number): CellStyle;
  /** Whether some letters may be raised or lowered; the library doesn't tell which. */
  hasRaised: boolean;
  /** The rows in which pictures begin, counted from 1. @param sheet the number of its tab, from 0 */
  picturesOf(sheet: number): ReadonlySet<number>;
};

/** Records that the library must not read: names, formulas for several cells, and the packed colours of a theme. */
const unread = new Set([0x18, 0x218, 0x21, 0x221, 0x4bc, 0x896]);
/** The record of a rule in a pivot table, which the library ignores. */
const PASSED_OVER = 0xf0;
const formulas = new Set([0x06, 0x206, 0x406]);
/** The bytes that hold the length of a formula, in every version of Excel. They follow row, column, style, value and flags. */
const [LENGTH_FROM, LENGTH_TO] = [16, 22];

/** Removes formulas and keeps their values. In a damaged formula or theme, the library may loop forever. */
function valuesOf(content: Uint8Array): Buffer {
  const data = Buffer.from(content);
  for (let at = 0, next = 0; at + 4 <= data.length; at = next) {
    const kind = data.readUInt16LE(at);
    next = at + 4 + data.readUInt16LE(at + 2);
    const body = data.subarray(at + 4, next);
    if (formulas.has(kind) && body.length >= LENGTH_TO) body.fill(0, LENGTH_FROM, LENGTH_TO);
    else if (formulas.has(kind) || unread.has(kind)) data.writeUInt16LE(PASSED_OVER, at);
  }
  return data;
}

/**
 * The records of the workbook, without the other streams of the file. The library would also read the file's properties, of which a damaged
 * file may claim to have four billion. Null when the file has no workbook.
 * @throws Error of the library
 */
export function recordsIn(bytes: Uint8Array): Buffer | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength); // anything else the library turns into plain arrays
  const container: unknown = XLSX.CFB.read(buffer, { type: 'buffer' });
  const find = (name: string) => XLSX.CFB.find(container, name);
  if (find('/encryption') || find('EncryptedPackage')) throw passwordProtected();
  const content = contentOf(find('/Workbook')) ?? contentOf(find('/Book'));
  return content && valuesOf(content);
}

export function readXlsRecords(data: Buffer): XlsRecords {
  const fonts: CellStyle[] = [];
  const styles: CellStyle[] = [];
  const tabs = new Map<number, number>();
  const found = new Map<string, CellStyle>();
  const pictures = new Map<number, Set<number>>();
  let drawnIn: number | null = null;
  /** How many sheets are open. A chart is a sheet inside a sheet, and has drawings of its own. */
  let depth = 0;
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
      depth++;
    }
    if (kind === record.end) depth--;
    if (kind === record.drawing) drawnIn = anchoredRow(body);
    if (kind === record.object && drawnIn !== null) {
      if (depth === 1 && !coversNothing.has(word(4)))
        pictures.set(tab, (pictures.get(tab) ?? new Set()).add(drawnIn + 1));
      drawnIn = null;
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
      if (fonts.length === 4) fonts.push(plainStyle); // the numbers of fonts skip 4
    }
    if (kind === record.xf) styles.push(fonts[word(0)] ?? plainStyle);
    if (!textCells.has(kind)) continue;
    const style = styles[word(4)];
    if (style && (style.font || style.struck)) found.set(`${tab}:${word(0)}:${word(2)}`, style);
  }
  return {
    styleOf: (sheet, row, column) => found.get(`${sheet}:${row}:${column}`) ?? plainStyle,
    hasRaised,
    picturesOf: (sheet) => pictures.get(sheet) ?? noPictures,
  };
}
