// Excel workbooks of every age: .xlsx, .xls, and the spreadsheets written as text with tags that programs call .xls.
import type { QuestionFormat } from '../format.ts';
import { checkHtml, isHtml, isSpreadsheetXml } from './check-marked-up-text.ts';
import { readHtmlTables } from './read-html-tables.ts';
import { readSpreadsheetXml } from './read-spreadsheet-xml.ts';
import { readWithLibrary } from './read-with-library.ts';
import { readXlsx } from './read-xlsx.ts';

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
  async read({ bytes, text }) {
    const read = async () => {
      if (startsWith(bytes, zipMark)) return readXlsx(bytes);
      if (text === null) return readWithLibrary(bytes);
      if (isSpreadsheetXml(text)) return readSpreadsheetXml(text.trimStart());
      checkHtml(text);
      return readHtmlTables(text);
    };
    return { are: 'sheets', sheets: await read(), rowsEndAtHeader: false };
  },
} satisfies QuestionFormat;
