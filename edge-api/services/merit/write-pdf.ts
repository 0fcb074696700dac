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

type Column = { head: string; width: number; right?: true; text: (row: PlaceRow) => string };

const MARGIN = 42;
const LINE = 15;
const SIZE = 9;
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
  let y = 0;
  const bottom = () => doc.page.height - MARGIN - LINE;
  const row = (cells: readonly string[]) => {
    let x = MARGIN;
    for (const [at, { width, right }] of columns.entries()) {
      doc.text(cells[at] ?? '', x, y, {
        width: width - 8,
        height: LINE,
        ellipsis: true,
        lineBreak: false,
        align: right ? 'right' : 'left',
      });
      x += width;
    }
    y += LINE;
  };
  const beginPage = () => {
    doc.addPage();
    page += 1;
    y = MARGIN;
    doc.fontSize(SIZE).fillColor('#000');
    const foot = `${writable(title)} · merit list · page ${page}`;
    doc.text(foot, MARGIN, bottom() + 2, { lineBreak: false });
    if (page === 1) {
      doc.font('Helvetica').text(writable(brand), MARGIN, y);
      doc
        .font('Helvetica-Bold')
        .fontSize(16)
        .text(`${writable(title)}: merit list`);
      doc.font('Helvetica').fontSize(SIZE).moveDown(0.5);
      for (const line of lines) doc.text(writable(line)).moveDown(0.2);
      y = doc.y + 10;
    }
    doc.font('Helvetica-Bold');
    row(columns.map(({ head }) => head));
    doc.font('Helvetica');
  };
  beginPage();
  for await (const piece of pieces) {
    for (const one of piece) {
      if (y + LINE > bottom()) {
        await setImmediate();
        beginPage();
      }
      row(columns.map(({ text }) => text(one)));
    }
  }
  doc.end();
  await ended;
  return new Uint8Array(Buffer.concat(bytes));
}

function columnsOf(names: boolean, cutoffs: boolean): Column[] {
  return [
    { head: 'Rank', width: 50, right: true, text: ({ rank }) => String(rank) },
    { head: 'UID', width: 70, text: ({ uid }) => uid },
    ...(names
      ? [{ head: 'Name', width: 180, text: ({ full_name }: PlaceRow) => writable(full_name) }]
      : []),
    { head: 'Total', width: 65, right: true, text: ({ total }) => (total / 100).toFixed(2) },
    {
      head: 'Percentile',
      width: 85,
      right: true,
      text: ({ percentile }) => percentileText(percentile),
    },
    ...(cutoffs
      ? [
          {
            head: 'Status',
            width: 80,
            text: ({ qualified }: PlaceRow) => (qualified ? 'Qualified' : 'Not qualified'),
          },
        ]
      : []),
  ];
}

/** A name in another script is left out rather than written wrongly; the UID says who it is. */
function writable(text: string): string {
  return WRITABLE.test(text) ? text : '-';
}
