// Bytes of an uploaded file to questions, synchronously: for the worker. The kind of file is told from
// its content; the name only decides whether plain text may pass (text named .xlsx is a mistake).
import { zipSync } from 'fflate';
import { checkMarkedUpText, isMarkedUp } from './check-marked-up-text.ts';
import { checkWorkbookParts } from './check-workbook-parts.ts';
import { keepOnlyNumberFormats } from './plain-styles.ts';
import { FileRefusal, limits, type ParseOutcome } from './question-file.ts';
import { decodeText, readDelimited } from './read-delimited.ts';
import { readQuestions } from './read-questions.ts';
import { readWorkbook } from './read-workbook.ts';
import { readZip } from './read-zip.ts';
import type { Sheet } from './sheet.ts';

const textNames = /\.(csv|tsv|tab|txt|xls|xml|html?)$/i;
const oldWorkbookMark = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const zipMark = [0x50, 0x4b, 0x03, 0x04];

const startsWith = (bytes: Uint8Array, mark: readonly number[]) =>
  mark.every((byte, at) => bytes[at] === byte);

const wrongKind = (what: string) =>
  new FileRefusal('wrong-kind', `${what} Please upload an Excel workbook (.xlsx or .xls).`);

function readModernWorkbook(bytes: Uint8Array): Sheet[] {
  const { names, xml } = readZip(bytes);
  if (names.some((name) => /(^|\/)workbook\.bin$/.test(name)))
    throw wrongKind('This is a binary Excel workbook (.xlsb), which is not supported.');
  if (names.includes('content.xml'))
    throw wrongKind('This is an OpenDocument spreadsheet. It can be saved as .xlsx.');
  const parts = checkWorkbookParts(xml);
  const isWorkbook = [...parts.values()].some((part) =>
    /<(?:\w+:)?workbook[\s>]/.test(Buffer.from(part.subarray(0, 4096)).toString('latin1')),
  );
  if (!isWorkbook) throw wrongKind('This is a zip archive, not an Excel workbook.');
  keepOnlyNumberFormats(parts);
  return readWorkbook(zipSync(Object.fromEntries(parts), { level: 0 }));
}

function readText(bytes: Uint8Array, fileName: string): Sheet[] {
  const text = decodeText(bytes)?.replace(/^\ufeff/, '');
  if (text === undefined) throw wrongKind('This is not a spreadsheet.');
  if (!textNames.test(fileName))
    throw wrongKind(
      /\.xls[xmb]$/i.test(fileName)
        ? 'This is plain text, though its name says Excel.'
        : 'This is not a spreadsheet.',
    );
  if (text.trim() === '') throw new FileRefusal('empty-file', 'This file is empty.');
  const name = fileName
    .replace(/^.*[/\\]/, '')
    .replace(/\.\w+$/, '')
    .slice(0, 31);
  if (isMarkedUp(text)) return readWorkbook(checkMarkedUpText(text));
  return [readDelimited(text, name || 'Sheet1')];
}

function readSheets(bytes: Uint8Array, fileName: string): Sheet[] {
  if (bytes.length === 0) throw new FileRefusal('empty-file', 'This file is empty.');
  if (bytes.length > limits.fileBytes)
    throw new FileRefusal(
      'too-large',
      `This file is larger than ${limits.fileBytes / 1024 / 1024} MB. Please split it into smaller files.`,
    );
  if (startsWith(bytes, zipMark)) return readModernWorkbook(bytes);
  if (startsWith(bytes, oldWorkbookMark)) return readWorkbook(bytes);
  return readText(bytes, fileName);
}

/** Never throws for anything a file can hold. */
export function readQuestionFile(bytes: Uint8Array, fileName: string): ParseOutcome {
  try {
    return readQuestions(readSheets(bytes, fileName));
  } catch (error) {
    if (error instanceof FileRefusal)
      return { ok: false, code: error.code, message: error.message };
    throw error;
  }
}
