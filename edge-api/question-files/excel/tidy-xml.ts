// One part of a workbook in the plain spelling that the library reads rightly: UTF-8, without comments,
// processing instructions, CDATA and definitions. What the library would pass over or take for content is
// gone or spelled out before; nothing that a reader of XML would see is lost.
import { isUtf8 } from 'node:buffer';
import { FileRefusal } from '../question-file.ts';

const damaged = (name: string) =>
  new FileRefusal(
    'damaged',
    `This Excel file is damaged: its part ${name} cannot be read. Please open it in Excel, save it again and upload the new copy.`,
  );

function toUtf8(name: string, bytes: Uint8Array): Buffer {
  const [a, b] = bytes;
  const little = (a === 0xff && b === 0xfe) || (a === 0x3c && b === 0);
  const big = (a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c);
  if (little || big)
    return Buffer.from(new TextDecoder(little ? 'utf-16le' : 'utf-16be').decode(bytes));
  if (!isUtf8(bytes)) throw damaged(name);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Begins, ends, and what becomes of what stands between; in well-formed XML nothing else begins so. */
const wrappings = [
  { begin: '<!--', end: '-->', keep: () => '' },
  { begin: '<![CDATA[', end: ']]>', keep: escaped },
  { begin: '<?', end: '?>', keep: () => '' },
] as const;

function unwrap(name: string, xml: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (const sign of xml.matchAll(/<[!?]/g)) {
    if (sign.index < from) continue;
    const found = wrappings.find(({ begin }) => xml.startsWith(begin, sign.index));
    if (!found)
      throw new FileRefusal(
        'unsafe',
        `This file carries definitions (in ${name}) that no Excel file needs and that can do harm. It was not read.`,
      );
    const begin = sign.index + found.begin.length;
    const end = xml.indexOf(found.end, begin);
    if (end === -1) throw damaged(name);
    pieces.push(xml.slice(from, sign.index), found.keep(xml.slice(begin, end)));
    from = end + found.end.length;
  }
  if (from === 0) return xml;
  return pieces.join('') + xml.slice(from);
}

/** The library knows a cell by "<c " with a space. */
function withSpaces(xml: string): string {
  return /<[\w:]+[\t\r\n]/.test(xml) ? xml.replace(/(<[\w:]+)[\t\r\n]/g, '$1 ') : xml;
}

/** Bytes of UTF-8 as latin1, so that no text is decoded twice. @throws FileRefusal damaged, unsafe */
export function tidyXml(name: string, bytes: Uint8Array): string {
  return withSpaces(unwrap(name, toUtf8(name, bytes).toString('latin1')));
}
