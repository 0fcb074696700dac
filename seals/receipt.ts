// The server's signed confirmation that it holds a submission, which anyone can check (rule 11): which sitting, up to
// which seq, digests of the answers and of the log, and when. It holds no answer and no name. Signed with ECDSA P-256.
import * as z from 'zod/mini';
import { fromBase32, toBase32 } from './base32.ts';
import { type Bytes, fromHex, joinBytes, toHex, utf8 } from './bytes.ts';

export type ReceiptFacts = {
  sittingId: string;
  seq: number;
  /** SHA-256, hex, of digestText over the answers. */
  digest: string;
  /** SHA-256, hex, of logDigestText over that device's events up to seq; empty if only the answers came. */
  log: string;
  /** ISO 8601 with milliseconds. */
  receivedAt: string;
};

const VERSION = 1;
const DIGEST_BYTES = 32;
const SIGNATURE_BYTES = 64;
const LONGEST_TYPED = 1_000;

/** At /.well-known/pariksha-receipts.json: a JWK set (RFC 7517). */
export const receiptKeysSchema = z.object({
  keys: z.array(
    z.object({
      kty: z.literal('EC'),
      crv: z.literal('P-256'),
      x: z.string(),
      y: z.string(),
      kid: z.string(),
      use: z.literal('sig'),
      alg: z.literal('ES256'),
      /** The address of the cell that signs with this key; left out for the server's own keys. */
      cell: z.optional(z.string()),
    }),
  ),
});
export type ReceiptKeys = z.infer<typeof receiptKeysSchema>;

/** The bytes that the server signs. */
export function receiptBytes({ sittingId, seq, digest, log, receivedAt }: ReceiptFacts): Bytes {
  const numbers = new DataView(new ArrayBuffer(12));
  numbers.setUint32(0, seq);
  const at = Date.parse(receivedAt);
  numbers.setUint16(4, Math.floor(at / 2 ** 32));
  numbers.setUint32(6, at % 2 ** 32);
  return joinBytes(
    Uint8Array.of(VERSION, sittingId.length),
    utf8(sittingId),
    new Uint8Array(numbers.buffer, 0, 10),
    fromHex(digest) ?? new Uint8Array(DIGEST_BYTES),
    fromHex(log) ?? new Uint8Array(),
  );
}

/** The long form: everything a check needs except the public key. */
export function receiptText(facts: ReceiptFacts, signature: Bytes): string {
  return toBase32(joinBytes(receiptBytes(facts), signature));
}

export function readReceiptText(
  typed: string,
): { facts: ReceiptFacts; signed: Bytes; signature: Bytes } | null {
  const bytes = typed.length <= LONGEST_TYPED ? fromBase32(typed) : null;
  if (!bytes || bytes[0] !== VERSION) return null;
  const from = 2 + (bytes[1] ?? 0);
  const digestsAt = from + 10;
  const end = bytes.length - SIGNATURE_BYTES;
  const logBytes = end - digestsAt - DIGEST_BYTES;
  if (logBytes !== 0 && logBytes !== DIGEST_BYTES) return null;
  const numbers = new DataView(bytes.buffer, from, 10);
  const at = numbers.getUint16(4) * 2 ** 32 + numbers.getUint32(6);
  return {
    facts: {
      sittingId: String.fromCharCode(...bytes.subarray(2, from)),
      seq: numbers.getUint32(0),
      digest: toHex(bytes.subarray(digestsAt, digestsAt + DIGEST_BYTES)),
      log: toHex(bytes.subarray(digestsAt + DIGEST_BYTES, end)),
      receivedAt: new Date(at).toISOString(),
    },
    signed: bytes.slice(0, end),
    signature: bytes.slice(end),
  };
}

/** @returns the receipt's content and the cell that issued it; null if none of the keys signed exactly this text */
export async function checkReceiptText(
  typed: string,
  { keys }: ReceiptKeys,
): Promise<(ReceiptFacts & { cell?: string }) | null> {
  const read = readReceiptText(typed);
  if (!read) return null;
  const curve = { name: 'ECDSA', namedCurve: 'P-256' };
  for (const { kty, crv, x, y, cell } of keys) {
    const key = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, curve, false, ['verify']);
    const how = { name: 'ECDSA', hash: 'SHA-256' };
    if (await crypto.subtle.verify(how, key, read.signature, read.signed))
      return { ...read.facts, ...(cell !== undefined && { cell }) };
  }
  return null;
}
