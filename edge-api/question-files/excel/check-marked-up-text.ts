// Spreadsheets written as text with tags: XML Spreadsheet 2003, and the HTML tables many programs call .xls.
import { FileRefusal, limits, tooManyRows } from '../question-file.ts';

export function isSpreadsheetXml(text: string): boolean {
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

/** @throws FileRefusal wrong-kind, too-many-rows */
export function checkHtml(text: string): void {
  if (!/<table\b/i.test(text)) {
    throw new FileRefusal(
      'wrong-kind',
      'This is a web page without a table. Please upload an Excel workbook (.xlsx or .xls).',
    );
  }
  let rows = 0;
  for (const _ of text.matchAll(/<tr\b/gi)) {
    if (++rows > limits.rows + 10_000) throw tooManyRows();
  }
}
