// Opens a zip file, such as a workbook, without trusting its headers: inflating stops at the limit, names can't point outside the file or
// occur twice, and only the wanted parts are inflated.
import { crc32, inflateRawSync } from 'node:zlib';
import { type Entry, fromBufferPromise, getFileNameLowLevel, validateFileName } from 'yauzl';
import { FileRefusal, limits, passwordProtected } from '../question-file.ts';

/** Excel's own files with a hundred sheets have a few hundred parts. */
const mostParts = 5000;

const STORED = 0;
const DEFLATED = 8;

const damaged = () =>
  new FileRefusal(
    'damaged',
    'This file is damaged or incomplete. Please save it again in the program that wrote it and upload the new copy.',
  );

/** Removes bytes behind the end of the zip, which servers may add when they pass a file on. */
function withoutTail(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end === -1 || end + 22 > bytes.length) throw damaged();
  return bytes.subarray(0, end + 22 + bytes.readUInt16LE(end + 20));
}

function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
  if (validateFileName(name) !== null)
    throw new FileRefusal(
      'unsafe',
      'This file names parts outside itself, which no question file does. It was not opened.',
    );
  return name;
}

function inflate({ compressionMethod, crc32: sum }: Entry, packed: Buffer, room: number): Buffer {
  const tooLarge = new FileRefusal(
    'too-large',
    `This file unpacks to more than ${limits.inflatedBytes / 1024 / 1024} MB. Please split it into smaller files.`,
  );
  if (room < 1 || (compressionMethod === STORED && packed.length > room)) throw tooLarge;
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED) throw damaged();
  try {
    const part =
      compressionMethod === STORED ? packed : inflateRawSync(packed, { maxOutputLength: room });
    if (crc32(part) !== sum) throw damaged();
    return part;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      throw tooLarge;
    throw error;
  }
}

type Parts = { names: string[]; xml: Map<string, Buffer> };

async function readParts(bytes: Buffer, wanted: RegExp): Promise<Parts> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false });
  if (zip.entryCount > mostParts)
    throw new FileRefusal(
      'too-large',
      `This file has more than ${mostParts.toLocaleString('en-IN')} parts. Please split it into smaller files.`,
    );
  const entries = new Map<string, Entry>();
  const known = new Set<string>();
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry);
    const key = name.toLowerCase(); // Excel ignores case in names of parts, and both must read the same part
    if (known.has(key))
      throw new FileRefusal(
        'unsafe',
        `This file contains the part ${name} twice, so it is not clear which one is meant. It was not read.`,
      );
    known.add(key);
    entries.set(name, entry);
  }
  const xml = new Map<string, Buffer>();
  let room: number = limits.inflatedBytes;
  for (const [name, entry] of entries) {
    if (!wanted.test(name)) continue;
    if (entry.isEncrypted()) throw passwordProtected();
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    const packed = bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize);
    const part = inflate(entry, packed, room);
    room -= part.length;
    xml.set(name, part);
  }
  return { names: [...entries.keys()], xml };
}

/**
 * The names of all parts, and the contents of the wanted ones.
 * @param wanted matches the names of the wanted parts
 * @throws FileRefusal
 */
export async function openZip(bytes: Uint8Array, wanted = /\.(?:xml|rels)$/i): Promise<Parts> {
  try {
    return await readParts(
      withoutTail(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
      wanted,
    );
  } catch (error) {
    if (error instanceof FileRefusal) throw error;
    throw error instanceof Error && /encrypt/i.test(error.message)
      ? passwordProtected()
      : damaged();
  }
}
