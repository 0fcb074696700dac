/**
 * PDFs by content: whole, unlocked, and without anything that runs, opens or sends. A PDF can hide names
 * behind #xx escapes and in packed object streams, so both are undone before looking.
 */
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { Problem } from '../../problem.ts';
import type { AcceptedFile } from './accept-image.ts';

const unpack = promisify(inflate);

/**
 * Names of what a document has no need of (ISO 32000-1, 12.6 and 7.11.4), looked for everywhere: where a stream
 * begins can be disguised. All are too long to stand in a picture's bytes by chance.
 */
const ACTIVE =
  /\/(JavaScript|Rendition|Launch|SubmitForm|ImportData|RichMedia|EmbeddedFiles?|GoToE)(?![A-Za-z0-9])/;
/** Those that are not, looked for outside streams. */
const SHORT_ACTIVE = /\/(JS|XFA)(?![A-Za-z0-9])/;

/** What object streams may come to unpacked, in all. */
const MOST_UNPACKED = 64_000_000;

/** @throws Problem wrong-file-kind, file-refused */
export async function acceptPdf(bytes: Uint8Array): Promise<AcceptedFile> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (!/^%PDF-\d/.test(text))
    throw new Problem('wrong-file-kind', { sentence: 'Please choose a PDF file.' });
  // What a cut-off file lacks. Its table of contents may be missing: readers then look for the objects themselves.
  if (!text.slice(-2_048).includes('%%EOF')) throw refused('This PDF is damaged or incomplete.');
  const { outside, objectStreams } = split(text);
  const plain = unescapeNames(outside);
  if (/\/Encrypt(?![A-Za-z])/.test(plain))
    throw refused('This PDF is locked with a password. Please save it without one.');
  const everything = unescapeNames(text);
  const uncheckable = () => refused('This PDF is damaged, or built in a way that we cannot check.');
  // One more than was found to unpack: it is written so that we don't see where it begins.
  if ((everything.match(/\/ObjStm\b/g)?.length ?? 0) !== objectStreams.length) throw uncheckable();
  let left = MOST_UNPACKED;
  const texts = [plain];
  for (const packed of objectStreams) {
    const content = await unpack(Buffer.from(packed, 'latin1'), {
      maxOutputLength: Math.max(1, left),
    }).catch(() => {
      throw uncheckable();
    });
    left -= content.length;
    texts.push(unescapeNames(content.toString('latin1')));
  }
  const isActive = (part: string) => ACTIVE.test(part) || SHORT_ACTIVE.test(part);
  if (ACTIVE.test(everything) || texts.some(isActive)) {
    throw refused(
      'This PDF contains a script or another active part. Please print it to PDF again and send that.',
    );
  }
  return { bytes, mediaType: 'application/pdf' };
}

const refused = (sentence: string) => new Problem('file-refused', { sentence });

/** Parts pictures and text (whose bytes mean nothing here) from the document's structure. */
function split(text: string): { outside: string; objectStreams: string[] } {
  const outside: string[] = [];
  const objectStreams: string[] = [];
  let at = 0;
  for (const match of text.matchAll(/>>\s*stream\r?\n/g)) {
    if (match.index < at) continue; // the word inside a stream
    const begin = match.index + match[0].length;
    const end = text.indexOf('endstream', begin);
    if (end < 0) break;
    const head = text.slice(Math.max(at, match.index - 2_000), match.index);
    outside.push(text.slice(at, begin));
    if (/\/ObjStm\b/.test(unescapeNames(head.slice(head.lastIndexOf(' obj')))))
      objectStreams.push(text.slice(begin, end));
    at = end;
  }
  outside.push(text.slice(at));
  return { outside: outside.join('\n'), objectStreams };
}

function unescapeNames(text: string): string {
  return text.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
