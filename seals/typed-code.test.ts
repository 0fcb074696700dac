import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_IN_A_TEXT, readAnswerTextHead, sealAnswerText } from './answer-text.ts';
import { toReadOut } from './code-to-read-out.ts';
import { CROCKFORD } from './crockford.ts';
import { readTypedCode } from './typed-code.ts';

const key = Uint8Array.from({ length: 32 }, (_, at) => at);

async function textOf(count: number, seed = 0): Promise<string> {
  const states = Array.from({ length: count }, (_, place) => (place * place + seed) % 6);
  const sheet = { kind: 'submission', epoch: 1, seq: 40, seconds: 900 + seed, states } as const;
  const text = await sealAnswerText('01hx7k2m9qpt', sheet, key);
  if (text === null) throw new Error('no text');
  return text;
}

const changed = (text: string, at: number, to: string) =>
  text.slice(0, at) + to + text.slice(at + to.length);

describe('a code that is read out and typed (rule 21)', () => {
  it('gives back the same answer text, for every count of questions, however people type it', async () => {
    for (let count = 1; count <= MOST_IN_A_TEXT; count += 1) {
      const text = await textOf(count);
      const groups = toReadOut(text);
      expect(groups.every((group) => group.length <= 5)).toBe(true);
      const typed = groups.join(' - ').toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
      for (const each of [typed, groups.join('')])
        expect(readTypedCode(each)).toEqual({ kind: 'right', text, groups });
    }
  });

  it('reveals every single wrong character, in which group it is, and whether that group may still be unfinished', async () => {
    // Two codes: in the first the last group is incomplete, in the second it is complete.
    for (const [count, last] of [
      [30, 2],
      [35, 5],
    ] as const) {
      const groups = toReadOut(await textOf(count));
      expect(groups.at(-1)).toHaveLength(last);
      const text = groups.join('');
      for (let at = 0; at < text.length; at += 1)
        for (const other of [...CROCKFORD, 'U', '?'].filter((letter) => letter !== text[at])) {
          const place = Math.floor(at / 5) + 1;
          const isBegun = last < 5 && place === groups.length;
          const wrong = { kind: 'wrong', place, isBegun };
          expect(readTypedCode(changed(text, at, other)), `${other} at ${at}`).toMatchObject(wrong);
        }
    }
  });

  it('is recognised, when its first group is wrong, by at least four right groups that are more than half of all', async () => {
    const [first = '', ...groups] = toReadOut(await textOf(100));
    const typed = (right: number, wrong: number) =>
      [`?${first.slice(1)}`, ...groups.slice(0, right), ...Array(wrong).fill('UUUUU')].join(' ');
    expect(readTypedCode(typed(3, 0))).toEqual({ kind: 'bare' });
    expect(readTypedCode(typed(4, 0))).toMatchObject({ kind: 'wrong', place: 1 });
    expect(readTypedCode(typed(4, 2))).toMatchObject({ kind: 'wrong', place: 1 });
    expect(readTypedCode(typed(4, 3))).toEqual({ kind: 'bare' });
  });

  it('may be typed with up to 600 characters, counting spaces', async () => {
    const code = toReadOut(await textOf(30)).join('');
    expect(readTypedCode(code.padEnd(600))).toMatchObject({ kind: 'right' });
    expect(readTypedCode(code.padEnd(601))).toEqual({ kind: 'bare' });
  });

  it('reveals any two swapped neighbours, and the first group that they are in', async () => {
    const text = toReadOut(await textOf(30)).join('');
    for (let at = 0; at + 1 < text.length; at += 1) {
      const swapped = changed(text, at, `${text[at + 1]}${text[at]}`);
      if (swapped === text) continue;
      expect(readTypedCode(swapped), `at ${at}`).toMatchObject({
        kind: 'wrong',
        place: Math.floor(at / 5) + 1,
      });
    }
  });

  it('reveals groups that are swapped, left out or typed twice, and a character too few or too many', async () => {
    const groups = toReadOut(await textOf(30));
    const whole = groups.join('');
    for (let at = 0; at + 1 < groups.length; at += 1) {
      const [one = '', two = ''] = groups.slice(at, at + 2);
      for (const typed of [
        groups.with(at, two).with(at + 1, one),
        groups.toSpliced(at, 1),
        groups.toSpliced(at, 0, one),
      ])
        expect(readTypedCode(typed.join(' ')).kind).toMatch(/wrong|unfinished/);
    }
    for (let at = 0; at < whole.length; at += 1)
      for (const typed of [
        whole.slice(0, at) + whole.slice(at + 1),
        `${whole.slice(0, at)}7${whole.slice(at)}`,
      ])
        expect(readTypedCode(typed).kind).toMatch(/wrong|unfinished/);
  });

  it('is unfinished after each group but the last, and says how many groups there are', async () => {
    const groups = toReadOut(await textOf(30));
    for (let right = 1; right < groups.length; right += 1) {
      const typed = groups.slice(0, right).join(' ');
      expect(readTypedCode(typed)).toEqual({ kind: 'unfinished', right, count: groups.length });
    }
    expect(readTypedCode(groups.join('').slice(0, 13))).toMatchObject({
      kind: 'unfinished',
      right: 2,
    });
  });

  it('is told apart from texts without check characters: text messages, codes of older apps, anything else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 200 }), fc.nat(9_999), async (count, seed) => {
        const text = await textOf(count, seed);
        expect(readTypedCode(text)).toEqual({ kind: 'bare' });
        expect(readTypedCode(text.replace(/.{4}/g, '$& ').toLowerCase())).toEqual({ kind: 'bare' });
        // An older app doesn't recognise the new form either.
        expect(readAnswerTextHead(toReadOut(text).join(' '))).toBeNull();
      }),
      { numRuns: 60 },
    );
    for (const other of ['', 'hello', 'PRK1:ABCDE:1/1:00:', 'R'.repeat(700)])
      expect(readTypedCode(other)).toEqual({ kind: 'bare' });
  });
});
