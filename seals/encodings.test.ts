import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBase32, toBase32 } from './base32.ts';
import { fromBase64url, fromHex, toBase64url, toHex } from './bytes.ts';
import { deflate, inflate } from './deflate.ts';
import { fromBase45, toBase45 } from './hand-over-codes.ts';

const bytes = fc.uint8Array({ maxLength: 60 }).map((made) => Uint8Array.from(made));

describe('bytes as text', () => {
  it('come back unchanged from base 32, even typed in small letters and groups, with O for 0 and l for 1', () => {
    fc.assert(
      fc.property(bytes, (made) => {
        const text = toBase32(made);
        expect(fromBase32(text)).toEqual(made);
        const typed = text.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
        expect(fromBase32(` ${typed.replace(/.{4}/g, '$&- ')}\n`)).toEqual(made);
      }),
    );
  });

  it('come back unchanged from base 45', () => {
    fc.assert(
      fc.property(bytes, (made) => {
        expect(fromBase45(toBase45(made))).toEqual(made);
      }),
    );
  });

  it('come back unchanged from base 64 and base 16, in characters that a URL may contain', () => {
    fc.assert(
      fc.property(bytes, (made) => {
        expect(toBase64url(made)).toBe(Buffer.from(made).toString('base64url'));
        expect(fromBase64url(toBase64url(made))).toEqual(made);
        expect(fromHex(toHex(made))).toEqual(made);
      }),
    );
    for (const other of ['0', 'abc', 'g0', '0g', 'zz', 'AB', '0x'])
      expect(fromHex(other)).toBeNull();
  });

  it('have one spelling: any other character changes or refuses them', () => {
    fc.assert(
      fc.property(bytes, fc.nat(), fc.constantFrom(...'0Z9$ :/'), (made, at, character) => {
        for (const [to, from] of [
          [toBase32, fromBase32] as const,
          [toBase45, fromBase45] as const,
        ]) {
          const text = to(made);
          const place = text.length === 0 ? 0 : at % text.length;
          if (text.length === 0 || text[place] === character || /\s/.test(character)) continue;
          const changed = text.slice(0, place) + character + text.slice(place + 1);
          expect(from(changed)).not.toEqual(made);
        }
      }),
    );
  });

  it('are refused when a group has too high a value or is cut', () => {
    expect(fromBase45(':::')).toBeNull();
    expect(fromBase45('::')).toBeNull();
    expect(fromBase45('a00')).toBeNull();
    expect(fromBase45('A')).toBeNull();
    expect(fromBase32('ZZ')).toBeNull();
    expect(fromBase32('U0')).toBeNull();
  });
});

it('deflated bytes come back unchanged, and never more of them than expected', async () => {
  const made = Uint8Array.from({ length: 5_000 }, (_, index) => index % 7);
  const small = await deflate(made);
  expect(small.length).toBeLessThan(100);
  expect(await inflate(small, 5_000)).toEqual(made);
  await expect(inflate(small, 4_999)).rejects.toThrow(RangeError);
  await expect(inflate(made, 5_000)).rejects.toThrow();
});
