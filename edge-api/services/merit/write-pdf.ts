// The merit list as a PDF: rank, UID, marks and percentile of everyone, names only where the office chose so. Made page by
// page with a breath after each, so that a long list holds nobody up.
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import type { PlaceRow } from '#db/queries/merit.ts';
import { percentileText } from '#machines/merit/percentile.ts';

export type MeritPdf = {
  title: string;
  brand: string;
  /** Above the list: of when it is and by which rules. */
  lines: readonly string[];
  names: boolean;
  /** Whether places say who qualified. */
  cutoffs: boolean;
};

/** `digits`: a number of at most so many signs before its decimals, written flush right. */
type Column = { head: string; width: number; digits?: number; text: (row: PlaceRow) => string };

const MARGIN = 42;
const LINE = 15;
const SIZE = 9;
const LONGEST_NAME = 36;
/** What the fonts that every reader of PDFs has can write. */
const WRITABLE = /^[\u0020-\u007e\u00a0-\u00ff]*$/;

export async function writeMeritPdf(
  { title, brand, lines, names, cutoffs }: MeritPdf,
  pieces: AsyncIterable<readonly PlaceRow[]>,
): Promise<Uint8Array> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    autoFirstPage: false,
    info: { Title: `${title}: merit list`, Author: brand },
  });
  const bytes: Buffer[] = [];
  doc.on('data', (piece: Buffer) => bytes.push(piece));
  const ended = once(doc, 'end');
  const columns = columnsOf(names, cutoffs);
  let page = 0;
  /** @returns where the list begins on it */
  const beginPage = (): number => {
    doc.addPage();
    page += 1;
    doc.font('Helvetica').fontSize(SIZE);
    const foot = doc.page.height - MARGIN - LINE;
    const named = writable(title);
    doc.text(`${named} · merit list · page ${page}`, MARGIN, foot, { lineBreak: false });
    if (page > 1) return MARGIN;
    doc.text(writable(brand), MARGIN, MARGIN);
    doc.font('Helvetica-Bold').fontSize(16).text(`${named}: merit list`);
    doc.font('Helvetica').fontSize(SIZE).moveDown(0.5);
    for (const line of lines) doc.text(writable(line)).moveDown(0.2);
    return doc.y + 10;
  };
  const roomBelow = (top: number) =>
    Math.max(1, Math.floor((doc.page.height - MARGIN - 2 * LINE - top) / LINE) - 1);
  let top = beginPage();
  let rows: PlaceRow[] = [];
  const writePage = () => {
    let x = MARGIN;
    for (const { head, width, digits = 0, text } of columns) {
      doc.font('Helvetica-Bold').text(head, x, top, { lineBreak: false });
      doc.font('Helvetica');
      // A column at once: fewer calls than cell by cell.
      doc.text(rows.map((row) => flushRight(text(row), digits)).join('\n'), x, top + LINE, {
        lineBreak: false,
        lineGap: LINE - doc.currentLineHeight(true),
      });
      x += width;
    }
    rows = [];
  };
  for await (const piece of pieces)
    for (const row of piece) {
      if (rows.length === roomBelow(top)) {
        writePage();
        await setImmediate();
        top = beginPage();
      }
      rows.push(row);
    }
  writePage();
  doc.end();
  await ended;
  return new Uint8Array(Buffer.concat(bytes));
}

function columnsOf(names: boolean, cutoffs: boolean): Column[] {
  const whenNamed: Column = {
    head: 'Name',
    width: 190,
    text: ({ full_name }) => writable(full_name).slice(0, LONGEST_NAME),
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

/** In Helvetica a digit is as wide as two spaces. */
function flushRight(text: string, digits: number): string {
  const [whole = ''] = text.split('.', 1);
  return '  '.repeat(Math.max(0, digits - whole.length)) + text;
}

/** A name in another script is left out rather than written wrongly; the UID says who it is. */
function writable(text: string): string {
  return WRITABLE.test(text) ? text : '-';
}
