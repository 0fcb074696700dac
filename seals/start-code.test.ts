import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBase64url } from './bytes.ts';
import { CROCKFORD } from './crockford.ts';
import {
  readStartCode,
  START_CODE_ROUNDS,
  spokenStartCode,
  startCodeOf,
  stretchCode,
  unwrapKey,
  wrapKey,
} from './start-code.ts';

const codes = fc.uint8Array({ minLength: 9, maxLength: 9 }).map(startCodeOf);
const of = { sittingId: 'abc123abc123', keyId: 'k1' };
const salt = toBase64url(new Uint8Array(16).fill(7));
const key = new Uint8Array(createHash('sha256').update('a key').digest());
/** Few rounds keep the test fast; the number of rounds is part of the wrapped content. */
const FEW = 10;

describe('a start code', () => {
  it('is understood however it is typed: case, spaces, dashes, O for 0, I and L for 1 (rule 19)', () => {
    fc.assert(
      fc.property(codes, (code) => {
        const typed = spokenStartCode(code)
          .toLowerCase()
          .replace(/0/g, 'o')
          .replace(/1/, 'l')
          .replace(/1/g, 'I');
        for (const way of [typed, ` ${code.slice(0, 3)}-${code.slice(3)} `])
          expect(readStartCode(way)).toEqual({ kind: 'right', code });
      }),
    );
  });

  it('reveals any one wrong character and any two swapped neighbours without a network', () => {
    for (const chance of [new Uint8Array(9), Uint8Array.from([31, 3, 17, 8, 1, 0, 30, 22, 9])]) {
      const code = startCodeOf(chance);
      for (let at = 0; at < code.length; at += 1) {
        for (const other of CROCKFORD) {
          if (other === code[at]) continue;
          const wrong = code.slice(0, at) + other + code.slice(at + 1);
          expect(readStartCode(wrong), wrong).toEqual({ kind: 'wrong' });
        }
        const swapped = [...code];
        [swapped[at], swapped[at + 1]] = [swapped[at + 1] ?? '', swapped[at] ?? ''];
        if (at + 1 < code.length && code[at] !== code[at + 1])
          expect(readStartCode(swapped.join(''))).toEqual({ kind: 'wrong' });
      }
    }
  });

  it('is not called wrong before all of it is typed', () => {
    expect(readStartCode('')).toEqual({ kind: 'unfinished' });
    expect(readStartCode('abc de')).toEqual({ kind: 'unfinished' });
    expect(readStartCode('abc u')).toEqual({ kind: 'wrong' });
    expect(readStartCode('0'.repeat(11))).toEqual({ kind: 'wrong' });
  });

  it('costs an attacker at least 600,000 rounds for each guess (rule 19)', () => {
    expect(START_CODE_ROUNDS).toBeGreaterThanOrEqual(600_000);
  });

  it('unwraps the key that it wrapped, for that sitting and key id only', async () => {
    const code = startCodeOf(Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9]));
    const stretched = await stretchCode(code, salt, FEW);
    const wrapped = await wrapKey(stretched, of, key);
    expect(await unwrapKey(stretched, of, wrapped)).toEqual(key);
    const another = await stretchCode(startCodeOf(new Uint8Array(9)), salt, FEW);
    expect(await unwrapKey(another, of, wrapped)).toBeNull();
    expect(await unwrapKey(await stretchCode(code, salt, FEW + 1), of, wrapped)).toBeNull();
    expect(await unwrapKey(stretched, { ...of, sittingId: 'xyz' }, wrapped)).toBeNull();
    expect(await unwrapKey(stretched, { ...of, keyId: 'k2' }, wrapped)).toBeNull();
  });
});
