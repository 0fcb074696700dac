// Prepares an uploaded file for the formats: decodes its text (UTF-8, UTF-16, Windows-1252, Mac Roman or the encoding that its markup
// names) and finds the root of its XML.
import type { SourceFile } from './format.ts';
import { cleanText } from './judge/clean-text.ts';
import { FileRefusal, limits, wrongKind } from './question-file.ts';

/** The characters 0x80 to 0x9f. Node 20's TextDecoder reads windows-1252 as latin1, in which these are control characters. */
const windowsSigns = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function decodeWindows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (sign) => windowsSigns[sign.charCodeAt(0) - 0x80] ?? sign);
}

/** Whether this is Excel for Mac's own CSV: its lines end with a carriage return alone, and its encoding is Mac Roman. */
const isOfMac = (bytes: Uint8Array) => bytes.includes(13) && !bytes.includes(10);

/**
 * Whether most characters outside ASCII are valid UTF-8, so that the rest are damage. Read as Windows-1252, such a text would lose
 * every letter of an Indian script.
 */
function isBrokenUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  let broken = 0;
  let whole = 0;
  for (const sign of text.matchAll(/[^\0-\x7f]/gu)) {
    if (sign[0] === '\ufffd') broken++;
    else whole++;
  }
  return whole > broken;
}

/** The text in the encoding that its markup names; null when the markup names none that helps, or the bytes don't fit it. */
function decodeDeclared(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (!/^\s*</.test(start)) return null;
  const [, label = 'latin1'] = /(?:encoding|charset)\s*=\s*["']?([\w-]{1,40})/i.exec(start) ?? [];
  try {
    const decoder = new TextDecoder(label, { fatal: true });
    return /^(utf-8|windows-1252)$/.test(decoder.encoding) ? null : decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** How many bytes are searched for the zeros of UTF-16. */
const looked = 65_536;

/** Detects UTF-16 without a byte order mark: separators, line ends and digits have a zero byte, always the first or always the second. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const zeros = [0, 0];
  const end = Math.min(bytes.length, looked);
  for (let at = 0; at < end; at++) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [first = 0, second = 0] = zeros;
  const most = Math.max(first, second);
  if (most * 40 < end || Math.min(first, second) * 20 > most) return null;
  return first < second ? 'utf-16le' : 'utf-16be';
}

/** Whether the bytes are no text: a text has no zero bytes and at most 1% control characters, such as a bell. */
function isBinary(bytes: Uint8Array): boolean {
  let unseen = 0;
  for (const byte of bytes) {
    if (byte === 0) return true;
    if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) unseen++;
  }
  return unseen * 100 > bytes.length;
}

/** The line, from 1, of the first zero byte in a text that has only a few of them; null for anything else. */
export function lineOfZero(bytes: Uint8Array): number | null {
  const zeros = bytes.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0);
  if (zeros === 0 || zeros * 100 > bytes.length || isBinary(bytes.filter((byte) => byte !== 0)))
    return null;
  return Buffer.from(bytes.subarray(0, bytes.indexOf(0)))
    .toString('latin1')
    .split(/\r\n?|\n/).length;
}

/** Removes what old programs put at the end of a file: Ctrl-Z, and zeros that fill up a block. */
function withoutEnd(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (bytes[end - 1] === 0x1a || bytes[end - 1] === 0) end--;
  return bytes.subarray(0, end);
}

/** The text, or null when the bytes are not text. @throws FileRefusal damaged */
function decodeText(whole: Uint8Array): string | null {
  const [a, b, c] = whole;
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(whole);
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(whole);
  const isMarked = a === 0xef && b === 0xbb && c === 0xbf;
  const utf16 = isMarked ? null : utf16Of(whole);
  if (utf16) return new TextDecoder(utf16).decode(whole);
  const bytes = withoutEnd(whole);
  if (isBinary(bytes)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    if (!isBrokenUtf8(bytes))
      return (
        decodeDeclared(bytes) ??
        (isOfMac(bytes) ? new TextDecoder('macintosh').decode(bytes) : decodeWindows1252(bytes))
      );
    throw new FileRefusal(
      'damaged',
      'Some letters of this file are damaged, perhaps because its end is missing. Please save it again as "CSV UTF-8" or as .xlsx and upload the new copy.',
    );
  }
}

/** The name of the document's first element, in lower case without its prefix; null when the text isn't XML. */
export function rootOf(text: string): string | null {
  const start = text
    .slice(0, 16_384)
    .replace(
      /<\?(?:(?!<\?|\?>)[\s\S])*\?>|<!--(?:(?!<!--|-->)[\s\S])*-->|<!DOCTYPE[^[<>]*(\[[^[\]]*\]\s*)?>/gi,
      '',
    );
  return /^\s*<(?:[\w.-]+:)?([\w.-]+)[\s/>]/.exec(start)?.[1]?.toLowerCase() ?? null;
}

/** Characters that XML forbids, though editors write them. */
export const unseen = /[^\P{Cc}\t\n\r\u0080-\u009f]|[\ufffe\uffff]/gu;

/** A typed question may begin with a tag. Only XML also ends with one, or begins with <? or <!, even when its end is cut off. */
function isXml(text: string): boolean {
  return rootOf(text) !== null && (/^\s*<[?!]/.test(text) || text.trimEnd().endsWith('>'));
}

/** Removes a fence (```) that chat programs put around a text. Its first line stays as an empty one, which keeps line numbers right. */
function withoutFence(text: string): string {
  const [opening] = /^\s{0,99}```[ \t\w+-]{0,40}(?=[\r\n])/.exec(text) ?? [];
  if (opening === undefined) return text;
  const rest = text.slice(opening.length).trimEnd();
  return opening.replace(/[^\r\n]/g, '') + (rest.endsWith('```') ? rest.slice(0, -3) : rest);
}

/** In characters. Of a longer file name, only the end is read. */
const LONGEST_NAME = 1_000;

/** The longest name of a sheet in Excel, in characters. */
const LONGEST_TITLE = 31;

/** @throws FileRefusal damaged */
export function toSourceFile(bytes: Uint8Array, fileName: string): SourceFile {
  const name = fileName.slice(-LONGEST_NAME);
  const decoded = decodeText(bytes)?.replace(/^\ufeff/, '') ?? null;
  const text = decoded && withoutFence(decoded);
  const bare = name.replace(/^.*[/\\]/, '').replace(/(?:\.\w+)+$/, '');
  const title = cleanText([...bare].slice(0, LONGEST_TITLE).join(''));
  return {
    bytes,
    name,
    title: title || 'Sheet1',
    text,
    plainText: text === null || isXml(text) ? null : text,
  };
}

// Checks that need only the size and the first bytes of a file.

/** How files of other kinds begin, and what the administrator can do. */
const others: readonly [RegExp, string][] = [
  [
    /^(?:\x89PNG|\xff\xd8\xff|GIF8|BM.{4}\0{4}|II\*\0|MM\0\*|RIFF.{4}WEBP|.{4}ftyp(?:heic|heix|mif1|avif))/s,
    'This is a picture. What it shows must be typed.',
  ],
  [
    /^(?:Rar!|7z\xbc\xaf|\p{Cc}\x8b|BZh\d|\xfd7zXZ)/u,
    'This is an archive. Please unpack it first.',
  ],
  [/^ID;P[^;\r\n]*(?:;[NE])*[\r\n]/, 'This is a SYLK file. In Excel it can be saved as .xlsx.'],
  [/^TABLE\r?\n0,1/, 'This is a DIF file. In Excel it can be saved as .xlsx.'],
  [
    /^\{\s{0,9}"(?:url|doc_id)"|^\[InternetShortcut\]/,
    'This is only a link to a document. Open the document, download it as .xlsx and upload that.',
  ],
];

/** @throws FileRefusal empty-file, too-large, wrong-kind */
export function checkOutside(bytes: Uint8Array): void {
  if (bytes.length === 0) throw new FileRefusal('empty-file', 'This file is empty.');
  if (bytes.length > limits.fileBytes)
    throw new FileRefusal(
      'too-large',
      `This file is larger than ${limits.fileBytes / 1024 / 1024} MB. Please split it into smaller files.`,
    );
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  if (start.startsWith('{\\rtf'))
    throw wrongKind('This is a text document (RTF). In Word it can be saved as .docx.');
  if (start.startsWith('%PDF-'))
    throw wrongKind('This is a PDF document, whose contents cannot be told apart.');
  const other = others.find(([mark]) => mark.test(start));
  if (other) throw wrongKind(other[1]);
  if (/^\s{0,9}(?:MIME-Version:|From: <Saved by)/i.test(start))
    throw wrongKind('This is a web page in one file (MHT). In Excel it can be saved as .xlsx.');
}
