import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STATES } from './answer-states.ts';
import {
  type AnswerSheet,
  MOST_IN_A_TEXT,
  openAnswerText as open,
  readAnswerTextHead,
  sealAnswerText,
} from './answer-text.ts';
import { CROCKFORD } from './crockford.ts';

const SITTING = '01hx7k2m9qpt';
const key = (of: number) => Uint8Array.from({ length: 32 }, (_, at) => (of * 31 + at) % 256);
const sheetOf = (count: number): fc.Arbitrary<AnswerSheet> =>
  fc.record({
    kind: fc.constantFrom('submission', 'so-far', 'timer'),
    epoch: fc.integer({ min: 0, max: 255 }),
    seq: fc.integer({ min: 0, max: 1_000_000 }),
    seconds: fc.integer({ min: 0, max: 2 ** 20 - 1 }),
    states: fc.array(fc.nat({ max: STATES - 1 }), { minLength: count, maxLength: count }),
  });
const anySheet = fc.integer({ min: 1, max: MOST_IN_A_TEXT }).chain(sheetOf);

async function sealed(sheet: AnswerSheet, of = 1): Promise<string> {
  const text = await sealAnswerText(SITTING, sheet, key(of));
  if (text === null) throw new Error('no text');
  return text;
}

async function opened(typed: string, count: number, by: Uint8Array<ArrayBuffer>) {
  return (await open(typed, by))?.(count) ?? null;
}

describe('a text message with the answers', () => {
  it('gives the same answers back, for every count from 1 to 200, in at most 160 plain characters', async () => {
    for (let count = 1; count <= MOST_IN_A_TEXT; count += 1) {
      const extremes = [0, STATES - 1].map((state) => Array.from({ length: count }, () => state));
      const [random] = fc.sample(sheetOf(count), { numRuns: 1, seed: count });
      const sheets = extremes.map(
        (states): AnswerSheet => ({
          kind: 'timer',
          epoch: 255,
          seq: 1_000_000,
          seconds: 2 ** 20 - 1,
          states,
        }),
      );
      for (const sheet of [...sheets, ...(random ? [random] : [])]) {
        const text = await sealed(sheet);
        expect(text.length).toBeLessThanOrEqual(160);
        expect(text).toMatch(/^[0-9A-Z]+$/);
        expect(readAnswerTextHead(text)).toEqual({ sittingId: SITTING, kind: sheet.kind });
        expect(await opened(text, count, key(1))).toEqual(sheet);
      }
    }
  });

  it('is understood as people type it', async () => {
    await fc.assert(
      fc.asyncProperty(anySheet, async (sheet) => {
        const typed = (await sealed(sheet))
          .replace(/.{4}/g, '$& ')
          .toLowerCase()
          .replaceAll('0', 'O')
          .replaceAll('1', 'i');
        expect(await opened(typed, sheet.states.length, key(1))).toEqual(sheet);
      }),
      { numRuns: 30 },
    );
  });

  it('is refused when a character is changed, two are swapped, or it is cut or lengthened', async () => {
    await fc.assert(
      fc.asyncProperty(
        anySheet,
        fc.nat(),
        fc.constantFrom(...CROCKFORD),
        async (sheet, place, other) => {
          const text = await sealed(sheet);
          const at = place % (text.length - 1);
          const changed = text.slice(0, at) + other + text.slice(at + 1);
          const swapped = text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2);
          const wrong = [
            changed,
            swapped,
            text.slice(0, -1),
            text.slice(1),
            `${text}0`,
            text + text,
          ];
          for (const each of wrong.filter((one) => one !== text))
            expect(await opened(each, sheet.states.length, key(1))).toBeNull();
        },
      ),
      { numRuns: 100 },
    );
  });

  it('is refused by another device’s key, and for another sitting', async () => {
    const [sheet] = fc.sample(sheetOf(20), { numRuns: 1, seed: 3 });
    if (!sheet) throw new Error('no sample');
    const text = await sealed(sheet);
    expect(await opened(text, 20, key(2))).toBeNull();
    const another = (await sealAnswerText('zzzzzzzzzzzz', sheet, key(1))) ?? '';
    expect(await opened(another.slice(0, 13) + text.slice(13), 20, key(1))).toBeNull();
  });

  it('shares no key stream with another: one changed answer changes nearly all of it', async () => {
    const states = Array.from({ length: 100 }, () => 2);
    const sheet: AnswerSheet = { kind: 'so-far', epoch: 1, seq: 50, seconds: 900, states };
    const [one, two] = [await sealed(sheet), await sealed({ ...sheet, states: states.with(0, 3) })];
    const same = [...one].filter((character, at) => at > 13 && character === two[at]).length;
    expect(same).toBeLessThan(20);
  });

  it('isn’t made when it can’t hold the sitting’s answers', async () => {
    const sheet: AnswerSheet = { kind: 'submission', epoch: 1, seq: 1, seconds: 1, states: [0] };
    expect(await sealAnswerText('s1', sheet, key(1))).toBeNull();
    expect(await sealAnswerText(SITTING, { ...sheet, epoch: 256 }, key(1))).toBeNull();
    expect(await sealAnswerText(SITTING, { ...sheet, seconds: 2 ** 20 }, key(1))).toBeNull();
    expect(await sealAnswerText(SITTING, { ...sheet, seq: 2 ** 20 }, key(1))).toBeNull();
    const tooMany = Array.from({ length: MOST_IN_A_TEXT + 1 }, () => 0);
    expect(await sealAnswerText(SITTING, { ...sheet, states: tooMany }, key(1))).toBeNull();
  });

  it('opens only for a paper of its own length', async () => {
    const [sheet] = fc.sample(sheetOf(20), { numRuns: 1, seed: 3 });
    if (!sheet) throw new Error('no sample');
    const open20 = await open(await sealed(sheet), key(1));
    expect([0, 17, 23, 200].map((count) => open20?.(count))).toEqual([null, null, null, null]);
  });

  it('may be typed with up to 600 characters, counting spaces', async () => {
    const text = await sealed({ kind: 'timer', epoch: 1, seq: 1, seconds: 1, states: [2] });
    expect(readAnswerTextHead(text.padEnd(600))).not.toBeNull();
    expect(readAnswerTextHead(text.padEnd(601))).toBeNull();
    // Texts of twenty-four and of twenty-three bytes.
    expect(readAnswerTextHead(`2${'0'.repeat(38)}`)).not.toBeNull();
    expect(readAnswerTextHead(`2${'0'.repeat(36)}`)).toBeNull();
  });

  it('is told apart from other texts', () => {
    for (const other of ['', 'hello', 'STOP', 'A'.repeat(700), '0'.repeat(60)])
      expect(readAnswerTextHead(other)).toBeNull();
  });
});
