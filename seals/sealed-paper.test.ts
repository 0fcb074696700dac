import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deflate, inflate } from './deflate.ts';
import { openPaper, sealedHash, sealPaper } from './sealed-paper.ts';

const keys = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => new Uint8Array(bytes));
const text = JSON.stringify({ examName: 'Clerk', questions: ['What is ₹1 + ₹1?'] });
const key = new Uint8Array(32).fill(5);

describe('a sealed paper (rule 17)', () => {
  it('opens with its key, and the same paper always seals to the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(keys, fc.string(), async (any, said) => {
        const sealed = await sealPaper(any, 's1', said);
        expect(await openPaper(any, 's1', sealed)).toBe(said);
        expect(await sealPaper(any, 's1', said)).toEqual(sealed);
      }),
      { numRuns: 30 },
    );
  });

  it('doesn’t open with another key, for another sitting, or with a byte changed or missing', async () => {
    const sealed = await sealPaper(key, 's1', text);
    await expect(openPaper(new Uint8Array(32).fill(6), 's1', sealed)).rejects.toThrow();
    await expect(openPaper(key, 's2', sealed)).rejects.toThrow();
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = sealed.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(openPaper(key, 's1', changed), `byte ${at}`).rejects.toThrow();
    }
    for (const length of [0, 1, 17, sealed.length - 1])
      await expect(openPaper(key, 's1', sealed.slice(0, length))).rejects.toThrow();
  });

  it('contains no readable text, and never uses the same key and salt for two texts', async () => {
    const sealed = await sealPaper(key, 's1', text);
    expect(Buffer.from(sealed).includes('Clerk')).toBe(false);
    const salts = await Promise.all(
      [text, `${text} `].flatMap((said) =>
        ['s1', 's2'].map(async (id) => `${(await sealPaper(key, id, said)).slice(1, 17)}`),
      ),
    );
    expect(new Set(salts).size).toBe(4);
    expect(await sealedHash(sealed)).toMatch(/^[\w-]{43}$/);
  });
});

it('never unpacks to more than its limit', async () => {
  const packed = await deflate(new Uint8Array(1_000_000));
  expect(packed.length).toBeLessThan(2_000);
  await expect(inflate(packed, 999_999)).rejects.toThrow(RangeError);
  expect((await inflate(packed, 1_000_000)).length).toBe(1_000_000);
});
