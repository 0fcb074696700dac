// Excel workbooks of every age: .xlsx, .xls, and the spreadsheets written as text with tags that programs call .xls.
import { zipSync } from 'fflate';
import type { QuestionFormat } from '../format.ts';
import type { Sheet } from '../judge/sheet.ts';
import { qtiPackage, wrongKind } from '../question-file.ts';
import { checkMarkedUpText, isMarkedUp } from './check-marked-up-text.ts';
import { checkWorkbookParts } from './check-workbook-parts.ts';
import { keepOnlyNumberFormats } from './plain-styles.ts';
import { readWorkbook } from './read-workbook.ts';
import { readZip } from './read-zip.ts';

const oldWorkbookMark = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const zipMark = [0x50, 0x4b, 0x03, 0x04];

const startsWith = (bytes: Uint8Array, mark: readonly number[]) =>
  mark.every((byte, at) => bytes[at] === byte);

function readModernWorkbook(bytes: Uint8Array): Sheet[] {
  const { names, xml } = readZip(bytes);
  if (names.some((name) => /(^|\/)workbook\.bin$/.test(name)))
    throw wrongKind('This is a binary Excel workbook (.xlsb), which is not supported.');
  if (names.includes('content.xml'))
    throw wrongKind('This is an OpenDocument spreadsheet. It can be saved as .xlsx.');
  if (names.some((name) => name.startsWith('word/'))) throw wrongKind('This is a Word document.');
  if (names.some((name) => name.endsWith('.iwa')))
    throw wrongKind('This is an Apple Numbers document. It can be exported as .xlsx.');
  if (names.some((name) => /(^|\/)imsmanifest\.xml$/i.test(name))) throw qtiPackage();
  const parts = checkWorkbookParts(xml);
  const isWorkbook = [...parts.values()].some((part) =>
    /<(?:\w+:)?workbook[\s>]/.test(Buffer.from(part.subarray(0, 4096)).toString('latin1')),
  );
  if (!isWorkbook)
    throw wrongKind('This is a zip archive, not an Excel workbook. Please unpack it first.');
  keepOnlyNumberFormats(parts);
  return readWorkbook(zipSync(Object.fromEntries(parts), { level: 0 }));
}

function readSheets(bytes: Uint8Array, text: string | null): Sheet[] {
  if (startsWith(bytes, zipMark)) return readModernWorkbook(bytes);
  return readWorkbook(text === null ? bytes : checkMarkedUpText(text));
}

export const excel = {
  id: 'workbook',
  name: 'Excel',
  counts: 'row',
  recognises: ({ bytes, text }) =>
    startsWith(bytes, zipMark) ||
    startsWith(bytes, oldWorkbookMark) ||
    (text !== null && isMarkedUp(text))
      ? 'by-content'
      : null,
  read: ({ bytes, text }) => ({
    are: 'sheets',
    sheets: readSheets(bytes, text),
    rowsEndAtHeader: false,
  }),
} satisfies QuestionFormat;
