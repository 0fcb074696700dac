import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { CROCKFORD } from './crockford.ts';
import {
  checkReceiptText,
  type ReceiptFacts,
  type ReceiptKeys,
  readReceiptText,
  receiptBytes,
  receiptText,
} from './receipt.ts';

const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
const facts: fc.Arbitrary<ReceiptFacts> = fc.record({
  sittingId: fc.stringMatching(/^[0-9a-z]{12}$/),
  seq: fc.integer({ min: 1, max: 1_000_000_000 }),
  digest: hex(64),
  log: fc.oneof(hex(64), fc.constant('')),
  receivedAt: fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date(2 ** 43) })
    .map((at) => at.toISOString()),
});

async function pair() {
  const curve = { name: 'ECDSA', namedCurve: 'P-256' };
  const made = await crypto.subtle.generateKey(curve, true, ['sign', 'verify']);
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', made.publicKey);
  const jwk = { kty: 'EC', crv: 'P-256', x, y, kid: 'k', use: 'sig', alg: 'ES256' } as const;
  const sign = async (receipt: ReceiptFacts) => {
    const how = { name: 'ECDSA', hash: 'SHA-256' };
    const signature = await crypto.subtle.sign(how, made.privateKey, receiptBytes(receipt));
    return receiptText(receipt, new Uint8Array(signature));
  };
  return { keys: { keys: [jwk] } satisfies ReceiptKeys, sign };
}

let [ours, other] = [] as Awaited<ReturnType<typeof pair>>[];
beforeAll(async () => {
  [ours, other] = [await pair(), await pair()];
});

describe('a receipt', () => {
  it('can be checked by anyone with the public key, and states the facts that were signed', async () => {
    if (!ours || !other) throw new Error('no keys');
    const { keys, sign } = ours;
    const both = { keys: [...other.keys.keys, ...keys.keys] };
    await fc.assert(
      fc.asyncProperty(facts, async (made) => {
        const text = await sign(made);
        expect(text.length).toBeLessThan(260);
        expect(await checkReceiptText(text, both)).toEqual(made);
        expect(await checkReceiptText(text, other?.keys ?? { keys: [] })).toBeNull();
      }),
      { numRuns: 30 },
    );
  });

  it('fails the check when a character is changed, or when it is cut or lengthened', async () => {
    if (!ours) throw new Error('no keys');
    const { keys, sign } = ours;
    await fc.assert(
      fc.asyncProperty(facts, fc.nat(), fc.constantFrom(...CROCKFORD), async (made, place, to) => {
        const text = await sign(made);
        const at = place % text.length;
        for (const wrong of [
          text.slice(0, at) + to + text.slice(at + 1),
          text.slice(0, -1),
          `${text}0`,
        ])
          if (wrong !== text) expect(await checkReceiptText(wrong, keys)).toBeNull();
      }),
      { numRuns: 60 },
    );
  });

  it('is read only in its own version and lengths, in at most a thousand typed characters', () => {
    const made = { sittingId: '01hx7k2m9qpt', seq: 1, receivedAt: '2026-03-02T06:30:00.000Z' };
    const of = (log: string, signature = 64) =>
      receiptText({ ...made, digest: 'ab'.repeat(32), log }, new Uint8Array(signature));
    for (const log of ['', 'cd'.repeat(32)])
      expect(readReceiptText(of(log))?.facts).toEqual({ ...made, digest: 'ab'.repeat(32), log });
    for (const text of [of('cd'.repeat(16)), of('', 63), of('', 65), `1${of('').slice(1)}`])
      expect(readReceiptText(text)).toBeNull();
    expect(readReceiptText(of('').padEnd(1_000))).not.toBeNull();
    expect(readReceiptText(of('').padEnd(1_001))).toBeNull();
  });

  it('is told apart from other texts', () => {
    for (const text of ['', 'ABCD-EFGH-JKMN', '0'.repeat(250), 'é'.repeat(40), '1'.repeat(2_000)])
      expect(readReceiptText(text)).toBeNull();
  });
});
