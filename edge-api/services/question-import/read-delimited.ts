// Delimited text as Excel writes and opens it: comma, semicolon or tab; UTF-8, UTF-16 or Windows-1252.

import { tooManyRows } from './check-workbook-parts.ts';
import { cleanText, isVisible } from './clean-text.ts';
import { findHeader, mapHeader } from './map-header.ts';
import { FileRefusal, limits } from './question-file.ts';
import { type Row, type Sheet, textCell } from './sheet.ts';

/** Signs 0x80 to 0x9f; TextDecoder of Node 20 takes windows-1252 for latin1, where these are controls. */
const windowsSigns = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function decodeWindows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (sign) => windowsSigns[sign.charCodeAt(0) - 0x80] ?? sign);
}

/**
 * Whether most of what isn't ASCII is UTF-8, so that the rest of it is damage: read as Windows-1252 such a
 * text would lose every letter of an Indian script.
 */
function isBrokenUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  let broken = 0;
  let whole = 0;
  for (const sign of text.matchAll(/[^\0-\x7f]/gu)) {
    if (sign[0] === '\ufffd') broken++;
    else whole++;
  }
  return whole > broken;
}

/** The text, or null when these bytes are no text. @throws FileRefusal damaged */
export function decodeText(bytes: Uint8Array): string | null {
  const [a, b, c] = bytes;
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (a !== 0xef || b !== 0xbb || c !== 0xbf) {
    if (bytes.length > 3 && a !== 0 && b === 0 && c !== 0 && bytes[3] === 0)
      return new TextDecoder('utf-16le').decode(bytes);
  }
  if (bytes.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27))) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    if (!isBrokenUtf8(bytes)) return decodeWindows1252(bytes);
    throw new FileRefusal(
      'damaged',
      'Some letters of this file are damaged, perhaps because its end is missing. Please save it again as "CSV UTF-8" or as .xlsx and upload the new copy.',
    );
  }
}

/** Where a quoted value begins: people put spaces before it, which Excel doesn't. -1 where none does. */
function quoteAt(text: string, from: number, delimiter: string): number {
  let at = from;
  while (text[at] === ' ' && delimiter !== '\t') at++;
  return text[at] === '"' ? at : -1;
}

type Records = { rows: Row[]; openQuote: number | null };

function readRecords(text: string, delimiter: string, quoting: boolean, mostRows: number): Records {
  const rows: Row[] = [];
  let row = 0;
  let at = 0;
  let openQuote: number | null = null;
  while (at < text.length && rows.length < mostRows) {
    row++;
    const cells = new Map<number, ReturnType<typeof textCell>>();
    for (let column = 0; ; column++) {
      let value = '';
      const quote = quoting ? quoteAt(text, at, delimiter) : -1;
      if (quote !== -1) {
        at = quote + 1;
        for (;;) {
          const close = text.indexOf('"', at);
          if (close === -1) {
            openQuote ??= row;
            value += text.slice(at);
            at = text.length;
            break;
          }
          value += text.slice(at, close);
          at = close + 1;
          if (text[at] !== '"') break;
          value += '"';
          at++;
        }
      }
      const start = at;
      while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r')
        at++;
      const shown = cleanText(value + text.slice(start, at));
      if (isVisible(shown)) cells.set(column, textCell(shown));
      if (text[at] !== delimiter) break;
      at++;
    }
    if (text[at] === '\r') at++;
    if (text[at] === '\n') at++;
    if (cells.size > 0) rows.push({ row, hidden: false, cells });
  }
  return { rows, openQuote };
}

const startOf = (text: string, delimiter: string) =>
  readRecords(text.slice(0, 200_000), delimiter, true, 50).rows;

function bestDelimiter(text: string): string {
  const scores = [',', ';', '\t'].map((delimiter) => {
    const rows = startOf(text, delimiter);
    const recognised = Math.max(0, ...rows.map((row) => mapHeader(row).columns.size));
    return { delimiter, recognised, widest: Math.max(0, ...rows.map((row) => row.cells.size)) };
  });
  scores.sort((a, b) => b.recognised - a.recognised || b.widest - a.widest);
  return scores[0]?.delimiter ?? ',';
}

/** Whether this is a table with the column names of a question file, and not another kind of text. */
export function isTable(text: string): boolean {
  return text.startsWith('sep=') || findHeader(startOf(text, bestDelimiter(text))) !== null;
}

/** Row numbers are those Excel shows when it opens the file. Throws FileRefusal. */
export function readDelimited(text: string, sheetName: string): Sheet {
  const told = /^sep=([^\r\n])\r?\n/.exec(text);
  const delimiter = told?.[1] ?? bestDelimiter(text);
  const most = limits.rows + 10_001;
  let records = readRecords(text, delimiter, true, most);
  if (records.openQuote !== null) {
    // Programs that export tabs often leave quotation marks as they are.
    if (delimiter !== '\t') {
      throw new FileRefusal(
        'damaged',
        `A quotation mark in row ${records.openQuote} is opened and never closed, so the rows after it can't be told apart.`,
      );
    }
    records = readRecords(text, delimiter, false, most);
  }
  if (records.rows.length >= most) throw tooManyRows();
  return { name: sheetName, hidden: false, rows: records.rows, downMerges: [] };
}
