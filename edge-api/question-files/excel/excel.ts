// Excel workbooks of every version: .xlsx, .xls, OpenDocument spreadsheets, and XML or HTML that programs name .xls. A Word document is
// read as a sheet with one column; a table in the document keeps its columns.

import { FileRefusal, limits, tooManyRows } from '#api/question-files/question-file.ts';
import type { QuestionFormat } from '../format.ts';
import { readHtmlTables } from './read-html-tables.ts';
import { readSpreadsheetXml } from './read-spreadsheet-xml.ts';
import { readWithLibrary } from './read-with-library.ts';
import { readArchive } from './read-xlsx.ts';

const oldWorkbookMark = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const zipMark = [0x50, 0x4b, 0x03, 0x04];

const startsWith = (bytes: Uint8Array, mark: readonly number[]) =>
  mark.every((byte, at) => bytes[at] === byte);

export const excel = {
  id: 'workbook',
  name: 'Excel',
  counts: 'row',
  recognises: ({ bytes, text }) =>
    startsWith(bytes, zipMark) ||
    startsWith(bytes, oldWorkbookMark) ||
    (text !== null && (isSpreadsheetXml(text) || isHtml(text)))
      ? 'by-content'
      : null,
  async read({ bytes, text, title }) {
    const read = async () => {
      if (startsWith(bytes, zipMark)) return readArchive(bytes, title);
      if (text === null) return readWithLibrary(bytes);
      if (isSpreadsheetXml(text)) return readSpreadsheetXml(text.trimStart());
      checkHtml(text);
      return readHtmlTables(text);
    };
    return { are: 'sheets', sheets: await read(), rowsEndAtHeader: false };
  },
} satisfies QuestionFormat;

// XML Spreadsheet 2003, and the HTML tables that many programs name .xls.
function isSpreadsheetXml(text: string): boolean {
  const start = text.slice(0, 4096);
  return (
    /<(\w+:)?Workbook\b/.test(start) &&
    start.includes('urn:schemas-microsoft-com:office:spreadsheet')
  );
}

function isHtml(text: string): boolean {
  if (isSpreadsheetXml(text)) return false;
  const start = text
    .slice(0, 4096)
    .replace(/^\s*<\?xml[^<>]*\?>|<!--(?:(?!<!--|-->)[\s\S])*-->/g, '');
  return /^\s*<(!doctype html|html|head|meta|body|table|style)\b/i.test(start);
}

/** @throws FileRefusal wrong-kind, too-many-rows */
function checkHtml(text: string): void {
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
