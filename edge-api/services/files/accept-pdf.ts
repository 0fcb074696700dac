/**
 * Accepts PDFs by their content: complete, not locked, and without anything that runs, opens or sends something. A PDF can hide names
 * behind #xx escapes and in packed object streams, so names are found in every spelling and these streams are unpacked. A few
 * kilobytes can unpack to many megabytes, so content is searched in slices and other requests get their turn in between.
 */
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { Problem } from '../../problem.ts';
import type { AcceptedFile } from './accept-image.ts';

const unpack = promisify(inflate);

/** A pattern that matches any of the names, each letter written as itself or as #xx. */
function spelled(...names: string[]): string {
  const letter = (sign: string) => {
    const hex = sign.charCodeAt(0).toString(16);
    return `(?:${sign}|#${hex.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
  };
  return `/(?:${names.map((name) => [...name].map(letter).join('')).join('|')})(?![A-Za-z0-9])`;
}

/**
 * Names of active features that a document doesn't need (ISO 32000-1, 12.6 and 7.11.4). They are searched for everywhere, because
 * a file can disguise where a stream begins. All are too long to appear in a picture's bytes by chance.
 */
const ACTIVE = new RegExp(
  spelled(
    ...['JavaScript', 'Rendition', 'Launch', 'SubmitForm', 'ImportData'],
    ...['RichMedia', 'EmbeddedFile', 'EmbeddedFiles', 'GoToE', 'GoToR'],
  ),
);
/** Names short enough to appear by chance in a stream, so they are searched for outside streams only. */
const SHORT_ACTIVE = new RegExp(spelled('JS', 'XFA'));
const LOCKED = new RegExp(spelled('Encrypt'));
const OBJECT_STREAM = new RegExp(spelled('ObjStm'), 'g');

/** Total size of all object streams when unpacked, in bytes. */
const MOST_UNPACKED = 64_000_000;
/** A thousand pages with pictures have a few thousand streams, of which some tens are object streams. */
const MOST_STREAMS = 50_000;
const MOST_OBJECT_STREAMS = 5_000;

/** Characters searched at once; takes about a millisecond. */
const SLICE = 500_000;
/** Characters that slices share; longer than any name in its longest spelling. */
const OVERLAP = 64;

/** Programs that build PDFs for web pages often put a line break or a UTF-8 byte order mark at the beginning. */
const BEGIN = /^(?:\xef\xbb\xbf)?[\r\n\t ]{0,16}(?=%PDF-\d)/;

/** Offset at which the document begins; -1 when the file isn't a PDF. */
export function pdfStart(bytes: Uint8Array): number {
  return BEGIN.exec(Buffer.from(bytes.subarray(0, 32)).toString('latin1'))?.[0].length ?? -1;
}

/** @throws Problem wrong-file-kind, file-refused */
export async function acceptPdf(sent: Uint8Array): Promise<AcceptedFile> {
  const start = pdfStart(sent);
  if (start === -1) throw new Problem('wrong-file-kind', { sentence: 'Please choose a PDF file.' });
  const bytes = sent.subarray(start);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  // A file that was cut off has no %%EOF. The cross-reference table may be missing: readers then search for the objects themselves.
  if (!tail(text).includes('%%EOF')) throw refused('This PDF is damaged or incomplete.');
  const uncheckable = () => refused('This PDF is damaged, or built in a way that we cannot check.');
  const parts = split(text);
  if (!parts) throw uncheckable();
  const { outside, objectStreams } = parts;
  if (await holds(outside, LOCKED))
    throw refused('This PDF is locked with a password. Please save it without one.');
  // If more object streams are named than were found, one is written so that we can't see where it begins.
  if (namesOf(text, objectStreams.length) !== objectStreams.length) throw uncheckable();
  const active = () =>
    refused(
      'This PDF contains a script or another active part. Please print it to PDF again and send that.',
    );
  if ((await holds(text, ACTIVE)) || (await holds(outside, SHORT_ACTIVE))) throw active();
  let left = MOST_UNPACKED;
  for (const packed of objectStreams) {
    const content = await unpack(Buffer.from(packed, 'latin1'), {
      maxOutputLength: Math.max(1, left),
    }).catch(() => {
      throw uncheckable();
    });
    left -= content.length;
    if ((await holds(content, ACTIVE)) || (await holds(content, SHORT_ACTIVE))) throw active();
  }
  return { bytes, mediaType: 'application/pdf' };
}

const refused = (sentence: string) => new Problem('file-refused', { sentence });

/** Counts the mentions of object streams, up to `most` + 1. */
function namesOf(text: string, most: number): number {
  let found = 0;
  OBJECT_STREAM.lastIndex = 0;
  while (found <= most && OBJECT_STREAM.test(text)) found += 1;
  return found;
}

/** The end of the file, without the padding that some programs add to the last block. */
function tail(text: string): string {
  let end = text.length;
  while (end > 0 && '\0\r\n\t '.includes(text[end - 1] ?? '')) end--;
  return text.slice(Math.max(0, end - 2_048), end);
}

async function holds(content: string | Buffer, name: RegExp): Promise<boolean> {
  for (let from = 0; from < content.length; from += SLICE) {
    if (from > 0) await setImmediate();
    const slice = content.slice(from, from + SLICE + OVERLAP);
    if (name.test(typeof slice === 'string' ? slice : slice.toString('latin1'))) return true;
  }
  return false;
}

/** What may stand before an object on the line where it begins. */
const BEFORE_OBJECT = new Set(['', 'endobj', 'endstream endobj']);

/** The only names that an object stream's dictionary needs (ISO 32000-1, 7.5.7). */
const PLAIN = new Set([
  'Type',
  'ObjStm',
  'N',
  'First',
  'Extends',
  'Length',
  'Filter',
  'FlateDecode',
]);

/**
 * Whether an object stream is packed by Flate alone: no second layer, no predictor, no other file. Its dictionary must be plain
 * and begin where it seems to: no string, comment or other dictionary, inside or before, may hide a part of it.
 * @param head the text before the word `stream`
 */
function isPlainlyPacked(head: string): boolean {
  const open = head.lastIndexOf('<<');
  const dictionary = head.slice(open + 2, head.lastIndexOf('>>'));
  if (open === -1 || /[<>()%]/.test(dictionary)) return false;
  const before = head.slice(0, open).trimEnd();
  const number = /\d{1,10}\s{1,9}\d{1,5}\s{1,9}obj$/.exec(before.slice(-40));
  if (!number) return false;
  const rest = before.slice(0, before.length - number[0].length);
  const line = rest.slice(Math.max(rest.lastIndexOf('\n'), rest.lastIndexOf('\r')) + 1);
  if (!BEFORE_OBJECT.has(line.trim())) return false;
  const names = dictionary
    .replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    .split('/')
    .slice(1)
    .map((part) => part.split(/[\s[\]]/, 1)[0] ?? '');
  const flates = names.filter((name) => name === 'Filter' || name === 'FlateDecode');
  return flates.join(' ') === 'Filter FlateDecode' && names.every((name) => PLAIN.has(name));
}

/** Offset at which a stream's bytes begin; -1 when the word `stream` at `at` doesn't begin a stream. */
function streamStart(text: string, at: number): number {
  let before = at;
  while (before > 0 && /\s/.test(text[before - 1] ?? '')) before--;
  if (text.slice(before - 2, before) !== '>>') return -1;
  const after = at + 'stream'.length;
  const begin = text[after] === '\r' ? after + 1 : after;
  return text[begin] === '\n' ? begin + 1 : -1;
}

/**
 * Separates the bytes of pictures and text, which mean nothing here, from the document's structure. Null when there are more parts
 * than any document has, or when objects are packed in a way that isn't unpacked here.
 */
function split(text: string): { outside: string; objectStreams: string[] } | null {
  const outside: string[] = [];
  const objectStreams: string[] = [];
  let at = 0;
  for (let word = text.indexOf('stream'); word !== -1; word = text.indexOf('stream', word + 6)) {
    const begin = streamStart(text, word);
    if (begin === -1) continue;
    const end = text.indexOf('endstream', begin);
    if (end < 0) break;
    const head = text.slice(Math.max(at, word - 2_000), word);
    outside.push(text.slice(at, begin));
    OBJECT_STREAM.lastIndex = 0;
    if (OBJECT_STREAM.test(head.slice(head.lastIndexOf(' obj')))) {
      if (!isPlainlyPacked(head)) return null;
      objectStreams.push(text.slice(begin, end));
    }
    if (outside.length > MOST_STREAMS || objectStreams.length > MOST_OBJECT_STREAMS) return null;
    at = end;
    word = end + 3; // skips the word `stream` inside `endstream`
  }
  outside.push(text.slice(at));
  return { outside: outside.join('\n'), objectStreams };
}
