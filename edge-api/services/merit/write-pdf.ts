// The merit list as a PDF: everyone's rank, UID, marks and percentile, with names only if the office chose so. It is made page by page
// and lets other requests run after each page, so that a long list holds nobody up.
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import type { Logger } from 'pino';
import type { PlaceRow } from '#db/queries/merit.ts';
import { percentileText } from '#machines/merit/rank.ts';
import { isLatin } from './script-fonts.ts';
import { lineWriter, type Style } from './write-line.ts';

export type MeritPdf = {
  title: string;
  brand: string;
  /** Printed above the list: its date and rules. */
  lines: readonly string[];
  names: boolean;
  /** Whether to print who qualified. */
  cutoffs: boolean;
};

/** `digits`: a right-aligned number with at most this many characters before its decimals; `cut`: shorten a text that doesn't fit. */
type Column = {
  head: string;
  width: number;
  digits?: number;
  cut?: boolean;
  text: (row: PlaceRow) => string;
};

const MARGIN = 42;
const LINE = 15;
const SIZE = 9;
/** Longest part of a name that is read, in characters; the column has no room for more. */
const LONGEST_TYPED = 100;
/** Names in other scripts written between pauses. Each can take as long as twenty Latin names. */
const NAMES_AT_ONCE = 8;
const BETWEEN_COLUMNS = 6;
const SMALL: Style = { latin: 'Helvetica', size: SIZE };
const LARGE: Style = { latin: 'Helvetica-Bold', size: 16 };

export async function writeMeritPdf(
  { title, brand, lines, names, cutoffs }: MeritPdf,
  pieces: AsyncIterable<readonly PlaceRow[]>,
  log: Pick<Logger, 'error'>,
): Promise<Uint8Array> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    autoFirstPage: false,
    fontLayoutCache: false, // the cache would keep every word of the list
    info: { Title: `${title}: merit list`, Author: brand },
  });
  const bytes: Buffer[] = [];
  doc.on('data', (piece: Buffer) => bytes.push(piece));
  const ended = once(doc, 'end');
  const columns = columnsOf(names, cutoffs);
  const writer = lineWriter(doc, log);
  await writer.prepare([title, brand, ...lines]);
  const named = writer.writable(title);
  const style = ({ latin, size }: Style) => doc.font(latin).fontSize(size);
  const write = (text: string, x: number, y: number, width?: number) => {
    if (isLatin(text) && (width === undefined || doc.widthOfString(text) <= width))
      doc.text(text, x, y, { lineBreak: false });
    else {
      writer.line(text, x, y, SMALL, width);
      style(SMALL);
    }
  };
  const paragraph = (text: string, size: Style) => {
    style(size);
    if (isLatin(text)) doc.text(text);
    else writer.paragraph(text, size, doc.page.width - 2 * MARGIN);
    style(SMALL);
  };
  let page = 0;
  /** @returns the vertical position at which the list begins on this page */
  const beginPage = (): number => {
    doc.addPage();
    page += 1;
    style(SMALL);
    const foot = doc.page.height - MARGIN - LINE;
    write(`${named} · merit list · page ${page}`, MARGIN, foot);
    if (page > 1) return MARGIN;
    doc.x = MARGIN;
    doc.y = MARGIN;
    paragraph(brand, SMALL);
    paragraph(`${named}: merit list`, LARGE);
    doc.moveDown(0.5);
    for (const line of lines) {
      paragraph(line, SMALL);
      doc.moveDown(0.2);
    }
    return doc.y + 10;
  };
  const roomBelow = (top: number) =>
    Math.max(1, Math.floor((doc.page.height - MARGIN - 2 * LINE - top) / LINE) - 1);
  let top = beginPage();
  let rows: PlaceRow[] = [];
  const writePage = async () => {
    if (names) await writer.prepare(rows.map(typedName));
    let x = MARGIN;
    for (const { head, width, digits = 0, cut, text } of columns) {
      doc.font('Helvetica-Bold').text(head, x, top, { lineBreak: false });
      style(SMALL);
      let written = 0;
      for (const [at, row] of rows.entries()) {
        const cell = flushRight(text(row), digits);
        write(cell, x, top + LINE * (at + 1), cut ? width - BETWEEN_COLUMNS : undefined);
        if (!isLatin(cell) && ++written % NAMES_AT_ONCE === 0) await setImmediate();
      }
      x += width;
    }
    rows = [];
  };
  for await (const piece of pieces)
    for (const row of piece) {
      if (rows.length === roomBelow(top)) {
        await writePage();
        await setImmediate();
        top = beginPage();
      }
      rows.push(row);
    }
  await writePage();
  doc.end();
  await ended;
  return new Uint8Array(Buffer.concat(bytes));
}

function columnsOf(names: boolean, cutoffs: boolean): Column[] {
  const whenNamed: Column = {
    head: 'Name',
    width: 190,
    cut: true,
    text: typedName,
  };
  const whenCut: Column = {
    head: 'Status',
    width: 80,
    text: ({ qualified }) => (qualified ? 'Qualified' : 'Not qualified'),
  };
  return [
    { head: 'Rank', width: 52, digits: 6, text: ({ rank }) => String(rank) },
    { head: 'UID', width: 66, text: ({ uid }) => uid },
    ...(names ? [whenNamed] : []),
    { head: 'Total', width: 60, digits: 5, text: ({ total }) => (total / 100).toFixed(2) },
    {
      head: 'Percentile',
      width: 80,
      digits: 3,
      text: ({ percentile }) => percentileText(percentile),
    },
    ...(cutoffs ? [whenCut] : []),
  ];
}

/** Aligns by spaces: in Helvetica a digit is as wide as two of them. */
function flushRight(text: string, digits: number): string {
  const [whole = ''] = text.split('.', 1);
  return '  '.repeat(Math.max(0, digits - whole.length)) + text;
}

function typedName({ full_name }: PlaceRow): string {
  return full_name.slice(0, LONGEST_TYPED);
}
