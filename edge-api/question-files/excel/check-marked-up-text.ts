// Spreadsheets written as text with tags: XML Spreadsheet 2003, and the HTML tables many programs call
// .xls. Looked through before a library reads them: rows, merged areas and places stay within bounds.
import { FileRefusal, limits, tooManyRows } from '../question-file.ts';

const lastRow = 1_048_576;
const lastColumn = 16_384;
/** The library makes a cell for each place of a merged area. */
const mostMergedCells = 1_000_000;

function isSpreadsheetXml(text: string): boolean {
  const start = text.slice(0, 4096);
  return (
    /<(\w+:)?Workbook\b/.test(start) &&
    start.includes('urn:schemas-microsoft-com:office:spreadsheet')
  );
}

export function isHtml(text: string): boolean {
  if (isSpreadsheetXml(text)) return false;
  const start = text
    .slice(0, 4096)
    .replace(/^\s*<\?xml[^<>]*\?>|<!--(?:(?!<!--|-->)[\s\S])*-->/g, '');
  return /^\s*<(!doctype html|html|head|meta|body|table|style)\b/i.test(start);
}

export function isMarkedUp(text: string): boolean {
  return isSpreadsheetXml(text) || isHtml(text);
}

function checkPlaces(text: string): void {
  let merged = 0;
  for (const [tag, name = ''] of text.matchAll(/<(?:\w+:)?(Row|Cell|Column)\b[^<>]*>/g)) {
    const number = (attribute: string) =>
      Number(new RegExp(`\\b${attribute}\\s*=\\s*["'](\\d+)`).exec(tag)?.[1] ?? 0);
    merged += (number('MergeAcross') + 1) * (number('MergeDown') + 1) - 1 + number('Span');
    if (number('Index') > (name === 'Row' ? lastRow : lastColumn) || merged > mostMergedCells) {
      throw new FileRefusal(
        'damaged',
        'This file names cells beyond the last row or column of Excel. Please save it again as .xlsx and upload the new copy.',
      );
    }
  }
}

/** The text, sound enough to be read. Throws FileRefusal. */
export function checkMarkedUpText(text: string): string {
  const xml = isSpreadsheetXml(text);
  if (xml && /<!(DOCTYPE|ENTITY)/i.test(text)) {
    throw new FileRefusal(
      'unsafe',
      'This file carries definitions that no Excel file needs and that can be harmful. It was not read.',
    );
  }
  if (!xml && !/<table\b/i.test(text)) {
    throw new FileRefusal(
      'wrong-kind',
      'This is a web page without a table. Please upload an Excel workbook (.xlsx or .xls).',
    );
  }
  let rows = 0;
  for (const _ of text.matchAll(/<(\w+:)?(row|tr)\b/gi)) {
    if (++rows > limits.rows + 10_000) throw tooManyRows();
  }
  if (xml) checkPlaces(text);
  return text;
}
