// Fonts of the cells of an old .xls, which the library passes over. Its records are gone through once; nothing in them is
// trusted to be there.
import * as XLSX from 'xlsx';
import { foreignFont } from './fonts.ts';
import { plainStyle, type Style } from './read-styles.ts';

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

export type XlsFonts = {
  /** @param sheet by its tab, from 0 as `row` and `column` */
  styleOf(sheet: number, row: number, column: number): Style;
  /** Whether some letters may be raised or lowered; the library doesn't tell which. */
  hasRaised: boolean;
};

export function readXlsFonts(bytes: Uint8Array): XlsFonts {
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
