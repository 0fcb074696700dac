// Compression that both phone and server have: raw deflate, with a limit on the unpacked size.
import { type Bytes, joinBytes } from './bytes.ts';

export function deflate(bytes: Bytes): Promise<Bytes> {
  return through(new CompressionStream('deflate-raw'), bytes, Number.POSITIVE_INFINITY);
}

/** @throws TypeError for anything not deflated · RangeError for more than `most` bytes */
export function inflate(bytes: Bytes, most: number): Promise<Bytes> {
  return through(new DecompressionStream('deflate-raw'), bytes, most);
}

async function through(
  packer: CompressionStream | DecompressionStream,
  bytes: Bytes,
  most: number,
): Promise<Bytes> {
  const writer = packer.writable.getWriter();
  // The reader reports what goes wrong.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const reader = packer.readable.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joinBytes(...parts);
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new RangeError('more than the bound');
    }
    parts.push(value);
  }
}
