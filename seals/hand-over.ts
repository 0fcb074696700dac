// A phone's hand-over without a network (rule 21): everything of a sitting that the server lacks, sealed with the key
// of that device and sitting. Anyone who carries it can neither read nor change it. A package opens whole and as it was
// made, or not at all; carried twice, it is the same package.
import { type Bytes, joinBytes, utf8 } from './bytes.ts';
import { deflate, inflate } from './deflate.ts';
import { type HandOver, packHandOver, unpackHandOver } from './hand-over-content.ts';

/** Why a hand-over is refused: changed since it was made, incomplete, or not made by us. */
export type HandOverFault = 'altered' | 'cut' | 'foreign';

export class HandOverRefused extends Error {
  override readonly name = 'HandOverRefused';
  readonly fault: HandOverFault;
  constructor(fault: HandOverFault) {
    super(`A hand-over was refused: ${fault}`);
    this.fault = fault;
  }
}

const SIGN = utf8('PRK');
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/**
 * Bytes of a package once unpacked. Twenty thousand events and all answers take a fifth of this; a larger package is
 * meant to fill memory.
 */
const MOST_PLAIN = 4_000_000;

export type HandOverHead = { sittingId: string; deviceId: string };

/** @param key 32 bytes, of this device and sitting */
export async function sealHandOver(content: HandOver, paper: readonly string[], key: Bytes) {
  const plain = await deflate(utf8(JSON.stringify(packHandOver(content, paper))));
  const head = headOf(content, plain.length + TAG_BYTES);
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const body = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce, additionalData: head },
    await aesKey(key, 'encrypt'),
    plain,
  );
  return joinBytes(head, nonce, new Uint8Array(body));
}

/** The sitting and device that a package claims, unverified until it is opened. @throws HandOverRefused cut, foreign */
export function readHandOverHead(bytes: Bytes): HandOverHead & { size: number; length: number } {
  if (SIGN.some((byte, at) => at < bytes.length && bytes[at] !== byte)) refuse('foreign');
  if (bytes.length <= SIGN.length) refuse(bytes.length === 0 ? 'foreign' : 'cut');
  if (bytes[SIGN.length] !== VERSION) refuse('foreign');
  let at = SIGN.length + 1;
  const text = () => {
    const length = bytes[at] ?? refuse('cut');
    const from = at + 1;
    at = from + length;
    if (at > bytes.length) refuse('cut');
    return String.fromCharCode(...bytes.subarray(from, at));
  };
  const [sittingId, deviceId] = [text(), text()];
  if (at + 4 > bytes.length) refuse('cut');
  const length = new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0);
  return { sittingId, deviceId, length, size: at + 4 };
}

/**
 * @returns a function that reads the package, given the qids of the sitting's paper in order; it throws
 *   HandOverRefused for another paper
 * @throws HandOverRefused
 */
export async function openHandOver(
  bytes: Bytes,
  key: Bytes,
): Promise<(paper: readonly string[]) => HandOver> {
  const { sittingId, deviceId, size, length } = readHandOverHead(bytes);
  const whole = size + NONCE_BYTES + length;
  if (bytes.length !== whole) refuse(bytes.length < whole ? 'cut' : 'altered');
  try {
    const plain = await crypto.subtle.decrypt(
      {
        name: 'AES-GCM',
        iv: bytes.slice(size, size + NONCE_BYTES),
        additionalData: bytes.slice(0, size),
      },
      await aesKey(key, 'decrypt'),
      bytes.slice(size + NONCE_BYTES),
    );
    const text = new TextDecoder().decode(await inflate(new Uint8Array(plain), MOST_PLAIN));
    const packed: unknown = JSON.parse(text);
    return (paper) => {
      try {
        return { sittingId, deviceId, ...unpackHandOver(packed, paper) };
      } catch {
        return refuse('altered');
      }
    };
  } catch {
    return refuse('altered');
  }
}

function headOf({ sittingId, deviceId }: HandOverHead, length: number): Bytes {
  const texts = [sittingId, deviceId].flatMap((text) => [Uint8Array.of(text.length), utf8(text)]);
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, length);
  return joinBytes(SIGN, Uint8Array.of(VERSION), ...texts, size);
}

function aesKey(key: Bytes, use: 'encrypt' | 'decrypt') {
  return crypto.subtle.importKey('raw', key, 'AES-GCM', false, [use]);
}

function refuse(fault: HandOverFault): never {
  throw new HandOverRefused(fault);
}
