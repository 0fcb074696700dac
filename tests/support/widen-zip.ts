/** A small zip rewritten as zip64: every size and place stands in the extra fields, as Java libraries do it. */
export function widen(zip: Uint8Array): Uint8Array {
  const old = Buffer.from(zip);
  const end = old.length - 22;
  const count = old.readUInt16LE(end + 10);
  const start = old.readUInt32LE(end + 16);
  const directory: Buffer[] = [];
  let at = start;
  for (let i = 0; i < count; i++) {
    const nameLength = old.readUInt16LE(at + 28);
    const entry = Buffer.concat([old.subarray(at, at + 46 + nameLength), Buffer.alloc(28)]);
    const extra = 46 + nameLength;
    entry.writeUInt16LE(28, 30);
    entry.writeUInt16LE(1, extra);
    entry.writeUInt16LE(24, extra + 2);
    entry.writeBigUInt64LE(BigInt(old.readUInt32LE(at + 24)), extra + 4);
    entry.writeBigUInt64LE(BigInt(old.readUInt32LE(at + 20)), extra + 12);
    entry.writeBigUInt64LE(BigInt(old.readUInt32LE(at + 42)), extra + 20);
    for (const place of [20, 24, 42]) entry.writeUInt32LE(0xffffffff, place);
    directory.push(entry);
    at += 46 + nameLength;
  }
  const list = Buffer.concat(directory);
  const wideEnd = Buffer.alloc(56);
  wideEnd.write('PK\x06\x06', 'latin1');
  wideEnd.writeBigUInt64LE(44n, 4);
  wideEnd.writeBigUInt64LE(BigInt(count), 24);
  wideEnd.writeBigUInt64LE(BigInt(count), 32);
  wideEnd.writeBigUInt64LE(BigInt(list.length), 40);
  wideEnd.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(BigInt(start + list.length), 8);
  locator.writeUInt32LE(1, 16);
  const last = Buffer.from(old.subarray(end));
  last.fill(0xff, 8, 20);
  return Buffer.concat([old.subarray(0, start), list, wideEnd, locator, last]);
}
