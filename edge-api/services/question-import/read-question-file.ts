// Bytes of an uploaded file to questions, synchronously: for the worker. The kind of file is told from its
// content; the name only decides that text named .xlsx is a mistake.
import { zipSync } from 'fflate';
import { checkMarkedUpText, isMarkedUp } from './check-marked-up-text.ts';
import { checkWorkbookParts } from './check-workbook-parts.ts';
import { judgeItems } from './judge-items.ts';
import { judgeSheets } from './judge-sheets.ts';
import { keepOnlyNumberFormats } from './plain-styles.ts';
import { FileRefusal, limits, type ParseOutcome } from './question-file.ts';
import { isAiken, readAiken } from './read-aiken.ts';
import { decodeText, isTable, readDelimited } from './read-delimited.ts';
import { isGift, readGift } from './read-gift.ts';
import { readMoodleXml, rootOf } from './read-moodle-xml.ts';
import { readWorkbook } from './read-workbook.ts';
import { readZip } from './read-zip.ts';
import { type Judged, settleQuestions } from './settle-questions.ts';
import type { Sheet } from './sheet.ts';

/** What of a file's name is looked at: its end. */
const LONGEST_NAME = 1_000;
const tableNames = /\.(csv|tsv|tab|xls|xml|html?)$/i;
const oldWorkbookMark = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const zipMark = [0x50, 0x4b, 0x03, 0x04];

/** Told how many rows were judged so far. */
type Watch = (rows: number) => void;

const startsWith = (bytes: Uint8Array, mark: readonly number[]) =>
  mark.every((byte, at) => bytes[at] === byte);

const wrongKind = (what: string) =>
  new FileRefusal(
    'wrong-kind',
    `${what} Please upload an Excel workbook (.xlsx or .xls), CSV, GIFT, Aiken or Moodle XML.`,
  );
const qti = () =>
  wrongKind(
    'This is a QTI package, which is not supported. Most systems can export Moodle XML or GIFT instead.',
  );

function readModernWorkbook(bytes: Uint8Array): Sheet[] {
  const { names, xml } = readZip(bytes);
  if (names.some((name) => /(^|\/)workbook\.bin$/.test(name)))
    throw wrongKind('This is a binary Excel workbook (.xlsb), which is not supported.');
  if (names.includes('content.xml'))
    throw wrongKind('This is an OpenDocument spreadsheet. It can be saved as .xlsx.');
  if (names.some((name) => name.startsWith('word/'))) throw wrongKind('This is a Word document.');
  if (names.some((name) => name.endsWith('.iwa')))
    throw wrongKind('This is an Apple Numbers document. It can be exported as .xlsx.');
  if (names.some((name) => /(^|\/)imsmanifest\.xml$/i.test(name))) throw qti();
  const parts = checkWorkbookParts(xml);
  const isWorkbook = [...parts.values()].some((part) =>
    /<(?:\w+:)?workbook[\s>]/.test(Buffer.from(part.subarray(0, 4096)).toString('latin1')),
  );
  if (!isWorkbook)
    throw wrongKind('This is a zip archive, not an Excel workbook. Please unpack it first.');
  keepOnlyNumberFormats(parts);
  return readWorkbook(zipSync(Object.fromEntries(parts), { level: 0 }));
}

function judgeText(bytes: Uint8Array, fileName: string, watch: Watch): Judged {
  const text = decodeText(bytes)?.replace(/^\ufeff/, '');
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-')
    throw wrongKind('This is a PDF document, whose questions cannot be told apart.');
  if (text === undefined) throw wrongKind('This file holds no questions that can be read.');
  if (/\.xls[xmb]$/i.test(fileName))
    throw wrongKind('This is plain text, though its name says Excel.');
  if (text.trim() === '') throw new FileRefusal('empty-file', 'This file is empty.');
  const name =
    fileName
      .replace(/^.*[/\\]/, '')
      .replace(/(?:\.\w+)+$/, '')
      .slice(0, 31)
      .trim() || 'Sheet1';
  if (isMarkedUp(text))
    return judgeSheets(readWorkbook(checkMarkedUpText(text)), 'workbook', watch);
  const root = rootOf(text);
  if (root === 'quiz') return judgeItems(readMoodleXml(text), 'moodle-xml', name, watch);
  if (root && /^(questestinterop|(qti-)?assessment-?(item|test|section)|manifest)$/.test(root))
    throw qti();
  if (root) throw wrongKind('This XML file holds no questions that can be read.');
  const table = isTable(text);
  if (!table && isAiken(text)) return judgeItems(readAiken(text), 'aiken', name, watch);
  if (!table && isGift(text)) return judgeItems(readGift(text), 'gift', name, watch);
  if (!table && !tableNames.test(fileName))
    throw wrongKind('This file holds no questions that can be read.');
  return judgeSheets([readDelimited(text, name)], 'delimited', watch);
}

function judgeFile(bytes: Uint8Array, fileName: string, watch: Watch): Judged {
  if (bytes.length === 0) throw new FileRefusal('empty-file', 'This file is empty.');
  if (bytes.length > limits.fileBytes)
    throw new FileRefusal(
      'too-large',
      `This file is larger than ${limits.fileBytes / 1024 / 1024} MB. Please split it into smaller files.`,
    );
  if (startsWith(bytes, zipMark)) return judgeSheets(readModernWorkbook(bytes), 'workbook', watch);
  if (startsWith(bytes, oldWorkbookMark))
    return judgeSheets(readWorkbook(bytes), 'workbook', watch);
  return judgeText(bytes, fileName, watch);
}

/**
 * Never throws for anything a file can hold.
 * @param watch told now and then, while it reads, how many rows it has judged
 */
export function readQuestionFile(
  bytes: Uint8Array,
  fileName: string,
  watch: Watch = () => undefined,
): ParseOutcome {
  try {
    return settleQuestions(judgeFile(bytes, fileName.slice(-LONGEST_NAME), watch));
  } catch (error) {
    if (error instanceof FileRefusal)
      return { ok: false, code: error.code, message: error.message };
    throw error;
  }
}
