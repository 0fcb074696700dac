// Looks through the XML of a workbook before a library reads it: no DTD, a bounded number of rows, each
// row number once. Also mends two things the library cannot tell: a formula cell that has no stored
// value (it would read as 0) and a formula's text (it would be unescaped twice).
import { FileRefusal, limits } from './question-file.ts';

/** Title and header rows, and sheets of instructions, come on top of the questions. */
const rowsLookedAt = limits.rows + 10_000;
const lastExcelRow = 1_048_576;

/** Shown for a formula without a stored value; no error of Excel has this name. */
export const noStoredValue = '#NO-STORED-VALUE!';

export const tooManyRows = () =>
  new FileRefusal(
    'too-many-rows',
    `This file has more than ${limits.rows.toLocaleString('en-IN')} rows. Please split it into smaller files.`,
  );

function refuseDtd(name: string, xml: string): void {
  const outsideCdata = xml.includes('<![CDATA[')
    ? xml.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '')
    : xml;
  if (/<!(DOCTYPE|ENTITY)/i.test(outsideCdata) || /^(\xff\xfe|\xfe\xff|<\0|\0<)/.test(xml)) {
    throw new FileRefusal(
      'unsafe',
      `This file carries definitions (in ${name}) that no Excel file needs and that can do harm. It was not read.`,
    );
  }
}

function countRows(xml: string): number {
  const seen = new Set<number>();
  let filled = 0;
  let row = 0;
  let counted = true;
  for (const match of xml.matchAll(/<(?:\w+:)?(row|v|is)\b([^>]*)/g)) {
    if (match[1] !== 'row') {
      if (!counted && ++filled > rowsLookedAt) throw tooManyRows();
      counted = true;
      continue;
    }
    const given = /\sr\s*=\s*["'](\d+)["']/.exec(match[2] ?? '');
    row = given === null ? row + 1 : Number(given[1]);
    if (row < 1 || row > lastExcelRow || seen.has(row)) {
      throw new FileRefusal(
        'damaged',
        `This Excel file is damaged: it has ${seen.has(row) ? `row ${row} twice` : `a row with the number ${row}`}. Please open it in Excel, save it again and upload the new copy.`,
      );
    }
    seen.add(row);
    counted = false;
  }
  return filled;
}

const emptyFormula =
  /(<(?:\w+:)?c\b[^>]*)>\s*<(?:\w+:)?f\b(?:[^>]*\/>|[^>]*>[^<]*<\/(?:\w+:)?f>)\s*(?:<(?:\w+:)?v\s*\/>|<(?:\w+:)?v>\s*<\/(?:\w+:)?v>)?\s*<\/(?:\w+:)?c>/g;
const formulaText =
  /(<(?:\w+:)?c\b[^>]*\st=["']str["'][^>]*>(?:\s*<(?:\w+:)?f\b(?:[^>]*\/>|[^>]*>[^<]*<\/(?:\w+:)?f>))?\s*<(?:\w+:)?v[^>]*>)([^<]*)/g;

/** The library makes an object for each column of a range, and a range can say a thousand million. */
const columnWidths = /<((?:\w+:)?)cols\b[^>]*>[\s\S]*?<\/\1cols>/g;

function mendFormulas(xml: string): string {
  return xml
    .replace(emptyFormula, (_, cell: string) => {
      // A formula may rightly give an empty text: ="" is stored as text of no length.
      if (/\st=["']str["']/.test(cell)) return `${cell}/>`;
      return `${cell.replace(/\st=["']\w+["']/, '')} t="e"><v>${noStoredValue}</v></c>`;
    })
    .replace(
      formulaText,
      (_, before: string, text: string) => before + text.replaceAll('&', '&amp;'),
    );
}

/** The parts, safe to give to the library. Throws FileRefusal. */
export function checkWorkbookParts(
  parts: ReadonlyMap<string, Uint8Array>,
): Map<string, Uint8Array> {
  const checked = new Map<string, Uint8Array>();
  let rows = 0;
  for (const [name, bytes] of parts) {
    const xml = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    refuseDtd(name, xml);
    if (!/<(?:\w+:)?sheetData\b/.test(xml)) {
      checked.set(name, bytes);
      continue;
    }
    rows += countRows(xml);
    if (rows > rowsLookedAt) throw tooManyRows();
    const mended = mendFormulas(xml.replace(columnWidths, ''));
    checked.set(name, mended === xml ? bytes : Buffer.from(mended, 'latin1'));
  }
  return checked;
}
