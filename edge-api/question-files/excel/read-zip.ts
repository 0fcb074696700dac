// Opens the zip around a workbook without trusting a word of its headers: inflating stops at the limit,
// names can't point outside or come twice, and only XML parts are ever inflated.
import { crc32, inflateRawSync } from 'node:zlib';
import { FileRefusal, limits } from '../question-file.ts';

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const localMark = 0x04034b50;
const wideEndMark = 0x06064b50;
const wideLocatorMark = 0x07064b50;
/** Stands where a number is too wide for its place, or the writer chose to say it elsewhere (zip64). */
const elsewhere = 0xffffffff;

/** Excel's own files with a hundred sheets have some hundreds. */
const mostParts = 5000;

type Entry = {
  name: string;
  method: number;
  encrypted: boolean;
  sum: number;
  packed: Uint8Array;
};

const damaged = () =>
  new FileRefusal(
    'damaged',
    'This Excel file is damaged or incomplete. Please open it in Excel, save it again and upload the new copy.',
  );

function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= first; at--) {
    if (view.getUint32(at, true) === endMark) return at;
  }
  throw damaged();
}

function checkedName(raw: string): string {
  const name = raw.replaceAll('\\', '/');
  if (name.startsWith('/') || /^[a-z]:/i.test(name) || name.split('/').includes('..')) {
    throw new FileRefusal(
      'unsafe',
      'This file names parts outside itself, which no Excel file does. It was not opened.',
    );
  }
  return name;
}

/** How many entries there are and where their list begins. */
function findList(view: DataView): { count: number; at: number } {
  const end = findEnd(view);
  if (end < 20 || view.getUint32(end - 20, true) !== wideLocatorMark)
    return { count: view.getUint16(end + 10, true), at: view.getUint32(end + 16, true) };
  const wide = Number(view.getBigUint64(end - 12, true));
  if (view.getUint32(wide, true) !== wideEndMark) throw damaged();
  return {
    count: Number(view.getBigUint64(wide + 32, true)),
    at: Number(view.getBigUint64(wide + 48, true)),
  };
}

/** Size and place of an entry, from its zip64 field where its own fields point there. */
function readSizes(view: DataView, at: number): { size: number; local: number } {
  const size = view.getUint32(at + 20, true);
  const local = view.getUint32(at + 42, true);
  if (size !== elsewhere && local !== elsewhere) return { size, local };
  let field = at + 46 + view.getUint16(at + 28, true);
  const last = field + view.getUint16(at + 30, true);
  while (field < last && view.getUint16(field, true) !== 1)
    field += 4 + view.getUint16(field + 2, true);
  if (field >= last) throw damaged();
  let next = field + 4 + (view.getUint32(at + 24, true) === elsewhere ? 8 : 0);
  const wide = (given: number) => {
    if (given !== elsewhere) return given;
    next += 8;
    return Number(view.getBigUint64(next - 8, true));
  };
  return { size: wide(size), local: wide(local) };
}

function listEntries(bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const list = findList(view);
  if (list.count > mostParts)
    throw new FileRefusal(
      'too-large',
      `This file has more than ${mostParts.toLocaleString('en-IN')} parts. Please split it into smaller files.`,
    );
  const decoder = new TextDecoder();
  const entries: Entry[] = [];
  let { at } = list;
  for (let i = 0; i < list.count; i++) {
    if (view.getUint32(at, true) !== entryMark) throw damaged();
    const nameLength = view.getUint16(at + 28, true);
    const { size, local } = readSizes(view, at);
    if (view.getUint32(local, true) !== localMark) throw damaged();
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    if (start + size > bytes.length) throw damaged();
    entries.push({
      name: checkedName(decoder.decode(bytes.subarray(at + 46, at + 46 + nameLength))),
      method: view.getUint16(at + 10, true),
      encrypted: (view.getUint16(at + 8, true) & 1) === 1,
      sum: view.getUint32(at + 16, true),
      packed: bytes.subarray(start, start + size),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function inflate(entry: Entry, room: number): Uint8Array {
  const tooLarge = new FileRefusal(
    'too-large',
    `This file unpacks to more than ${limits.inflatedBytes / 1024 / 1024} MB. Please split it into smaller files.`,
  );
  if (entry.method === 0) {
    if (entry.packed.length > room) throw tooLarge;
    return entry.packed;
  }
  if (entry.method !== 8) throw damaged();
  if (room < 1) throw tooLarge;
  try {
    return inflateRawSync(entry.packed, { maxOutputLength: room });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      throw tooLarge;
    throw damaged();
  }
}

/** The names of all parts, and the content of the XML ones. Throws FileRefusal. */
export function readZip(bytes: Uint8Array): { names: string[]; xml: Map<string, Uint8Array> } {
  let entries: Entry[];
  try {
    entries = listEntries(bytes);
  } catch (error) {
    throw error instanceof FileRefusal ? error : damaged(); // an offset beyond the end
  }
  const names = entries.map((entry) => entry.name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) {
    throw new FileRefusal(
      'unsafe',
      `This file contains the part ${twice} twice, so it is not clear which one is meant. It was not read.`,
    );
  }
  const xml = new Map<string, Uint8Array>();
  let room: number = limits.inflatedBytes;
  for (const entry of entries) {
    if (!/\.(xml|rels)$/i.test(entry.name)) continue;
    if (entry.encrypted) {
      throw new FileRefusal(
        'password-protected',
        'This file is protected by a password. Please remove the password and upload it again.',
      );
    }
    const part = inflate(entry, room);
    if (crc32(part) !== entry.sum) throw damaged();
    room -= part.length;
    xml.set(entry.name, part);
  }
  return { names, xml };
}
