// A zip archive written piece by piece. Packing is Node's own, in its thread pool, so that a large export
// does not hold up whoever is sitting an exam.
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';

export type Part = { path: string; xml: Iterable<string> | AsyncIterable<string> };

const DEFLATED = 8;

/** Ends the reading of a part's `xml` when the caller stops asking. */
export async function* zipParts(parts: readonly Part[]): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    ready.push(piece);
  });
  function* taken() {
    const pieces = ready;
    ready = [];
    yield* pieces;
  }
  for (const { path, xml } of parts) {
    const file: ZipInputFile = { filename: path, size: 0, crc: 0, compression: DEFLATED };
    zip.add(file);
    const deflate = createDeflateRaw();
    const bytes = Readable.from(counted(file, xml), { objectMode: false });
    bytes.once('error', (error) => deflate.destroy(error));
    try {
      for await (const piece of bytes.pipe(deflate)) {
        file.ondata?.(null, piece, false);
        yield* taken();
      }
    } finally {
      bytes.destroy();
      if (!bytes.closed) await once(bytes, 'close');
    }
    file.ondata?.(null, new Uint8Array(), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}

/** The zip's directory tells each file's size and checksum. */
async function* counted(file: ZipInputFile, xml: Part['xml']): AsyncGenerator<Buffer> {
  for await (const text of xml) {
    const bytes = Buffer.from(text);
    file.size += bytes.length;
    file.crc = crc32(bytes, file.crc);
    if (bytes.length > 0) yield bytes;
  }
}
