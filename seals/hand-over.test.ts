import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventTypes, type SittingEvent } from '#contract/wire/sync.ts';
import { optionNames } from '#contract/wire/values.ts';
import type { Bytes } from './bytes.ts';
import {
  type HandOverFault,
  HandOverRefused,
  openHandOver as open,
  sealHandOver,
} from './hand-over.ts';
import { fromCodes, type HandOverPart, readCode, toCodes } from './hand-over-codes.ts';
import { type HandOver, packHandOver, unpackHandOver } from './hand-over-content.ts';

const paper = Array.from({ length: 100 }, (_, place) => `q${place}`);
const key = (of: number) => Uint8Array.from({ length: 32 }, (_, at) => (of * 31 + at) % 256);

const qid = fc.option(fc.oneof(fc.constantFrom(...paper), fc.constant('not-in-it')), {
  nil: undefined,
});
const answer = fc.option(fc.oneof(fc.constantFrom(...optionNames), fc.string({ maxLength: 30 })), {
  nil: undefined,
});
const act = fc.record({
  type: fc.constantFrom(...eventTypes),
  qid,
  answer,
  at: fc.integer({ min: 0, max: 2 ** 45 }),
  elapsed: fc.integer({ min: 0, max: 2 ** 32 }),
});
const eventsFrom = (first: number, acts: readonly Omit<SittingEvent, 'seq'>[]): SittingEvent[] =>
  acts.map(({ qid: question, answer: given, ...rest }, index) => ({
    ...rest,
    seq: first + index,
    ...(question !== undefined && { qid: question }),
    ...(given !== undefined && { answer: given }),
  }));
const run = fc
  .tuple(
    fc.integer({ min: 1, max: 9 }),
    fc.integer({ min: 1, max: 900 }),
    fc.array(act, { minLength: 1, maxLength: 12 }),
  )
  .map(([epoch, first, acts]) => ({ epoch, events: eventsFrom(first, acts) }));
const answers = fc
  .array(fc.constantFrom(null, '' as const, ...optionNames), {
    minLength: paper.length,
    maxLength: paper.length,
  })
  .map((given) =>
    given.flatMap((one, place) => (one === null ? [] : [{ qid: paper[place] ?? '', answer: one }])),
  );
const submission = fc.option(
  fc.record({
    epoch: fc.integer({ min: 1, max: 9 }),
    seq: fc.integer({ min: 1, max: 999_999 }),
    at: fc.integer({ min: 0, max: 2 ** 45 }),
    elapsed: fc.integer({ min: 0, max: 2 ** 32 }),
    auto: fc.boolean(),
    answers,
  }),
);
const beacon = fc.record({
  serverTime: fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date(2 ** 42) })
    .map((at) => at.toISOString()),
  signature: fc.stringMatching(/^[A-Za-z0-9_-]{22}$/),
  elapsed: fc.nat(),
  seq: fc.nat({ max: 1_000_000 }),
  unsureFrom: fc.option(fc.integer({ min: 1, max: 1_000_000 }), { nil: undefined }),
});
const content: fc.Arbitrary<HandOver> = fc.record({
  sittingId: fc.constant('01hx7k2m9qpt'),
  deviceId: fc.constant('abcdefghijklmnop'),
  runs: fc.array(run, { maxLength: 3 }),
  submission,
  beacons: fc.array(beacon, { maxLength: 8 }),
  waiting: fc.nat({ max: 40 }),
});

async function opened(sealed: Bytes, of: readonly string[], by: Bytes): Promise<HandOver> {
  return (await open(sealed, by))(of);
}

async function faultOf(opening: Promise<unknown>): Promise<HandOverFault | null> {
  return opening.then(
    () => null,
    (error: unknown) => {
      if (error instanceof HandOverRefused) return error.fault;
      throw error;
    },
  );
}

function changed(bytes: Bytes, at: number, by: number): Bytes {
  const other = bytes.slice();
  other[at] = (other[at] ?? 0) ^ by;
  return other;
}

describe('a hand-over', () => {
  it('returns everything exactly as it was (rule 21)', async () => {
    await fc.assert(
      fc.asyncProperty(content, async (made) => {
        const sealed = await sealHandOver(made, paper, key(1));
        expect(await opened(sealed, paper, key(1))).toEqual(made);
      }),
      { numRuns: 60 },
    );
  });

  it('is refused when any bit is changed, and never opens as another hand-over', async () => {
    await fc.assert(
      fc.asyncProperty(
        content,
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (made, at, by) => {
          const sealed = await sealHandOver(made, paper, key(1));
          expect(
            await faultOf(opened(changed(sealed, at % sealed.length, by), paper, key(1))),
          ).not.toBeNull();
        },
      ),
      { numRuns: 150 },
    );
  });

  it('is refused as cut when it is shortened to any length, and as altered when bytes follow it', async () => {
    const [made] = fc.sample(content, { numRuns: 1, seed: 7 });
    if (!made) throw new Error('no sample');
    const sealed = await sealHandOver(made, paper, key(1));
    for (let length = 1; length < sealed.length; length += 1)
      expect(await faultOf(opened(sealed.slice(0, length), paper, key(1)))).toBe('cut');
    const longer = new Uint8Array(sealed.length + 1);
    longer.set(sealed);
    expect(await faultOf(opened(longer, paper, key(1)))).toBe('altered');
  });

  it('is refused when two of its bytes are swapped', async () => {
    await fc.assert(
      fc.asyncProperty(content, fc.nat(), fc.nat(), async (made, one, two) => {
        const sealed = await sealHandOver(made, paper, key(1));
        const [a, b] = [one % sealed.length, two % sealed.length];
        fc.pre(sealed[a] !== sealed[b]);
        const swapped = sealed.slice();
        [swapped[a], swapped[b]] = [sealed[b] ?? 0, sealed[a] ?? 0];
        expect(await faultOf(opened(swapped, paper, key(1)))).not.toBeNull();
      }),
      { numRuns: 60 },
    );
  });

  it('is refused with the key of another device or sitting, and for another paper', async () => {
    await fc.assert(
      fc.asyncProperty(content, async (made) => {
        const sealed = await sealHandOver(made, paper, key(1));
        expect(await faultOf(opened(sealed, paper, key(2)))).toBe('altered');
        if (made.submission)
          expect(await faultOf(opened(sealed, paper.slice(1), key(1)))).toBe('altered');
      }),
      { numRuns: 30 },
    );
  });

  it('is refused as foreign when it is a file of another kind', async () => {
    for (const text of ['', '%PDF-1.7', '{"answers":[]}', 'PRX1', 'PRX\u0001', 'PRK\u0002'])
      expect(await faultOf(opened(new TextEncoder().encode(text), paper, key(1)))).toBe('foreign');
  });

  it('stores questions as places, options as numbers and times as differences', () => {
    const { runs, submission: submitted, ...rest } = fullSitting();
    const events = runs.flatMap((one) => one.events).slice(0, 2);
    expect(
      packHandOver({ ...rest, runs: [{ epoch: 1, events }], submission: submitted }, paper),
    ).toEqual([
      0,
      [
        [
          1,
          2,
          [
            [eventTypes.indexOf('answered'), 0, 0, 0, 1_772_433_000_000],
            [eventTypes.indexOf('answered'), 1, 3, 38_919, 1],
          ],
        ],
      ],
      [1, 102, 1_772_436_600_000, 3_600_000, true, '2543'.repeat(25)],
      [[1_772_433_000_000, 'x'.repeat(22), 0, 0, null]],
    ]);
  });

  it('holds as many acts as a sitting may have, and no more', () => {
    const acts = (count: number) =>
      Array.from({ length: count }, () => [eventTypes.indexOf('marked'), 0, null, 1, 0]);
    const of = (...counts: number[]) => [0, counts.map((count) => [1, 1, acts(count)]), null, []];
    expect(unpackHandOver(of(10_000, 10_000), paper).runs).toHaveLength(2);
    expect(() => unpackHandOver(of(10_000, 10_001), paper)).toThrow(RangeError);
  });

  it('is refused when its unpacked content is larger than any phone makes it', async () => {
    const flood: HandOver = {
      sittingId: '01hx7k2m9qpt',
      deviceId: 'p',
      runs: Array.from({ length: 60 }, () => ({
        epoch: 1,
        events: [{ seq: 1, type: 'documents', answer: '0'.repeat(8_000), at: 0, elapsed: 0 }],
      })),
      submission: null,
      beacons: [],
      waiting: 0,
    };
    const sealed = await sealHandOver(
      { ...flood, runs: [...Array(10)].flatMap(() => flood.runs) },
      paper,
      key(1),
    );
    expect(sealed.length).toBeLessThan(40_000);
    expect(await faultOf(opened(sealed, paper, key(1)))).toBe('altered');
  });
});

/** A hundred answers, each about half a minute after the one before, and the submission. */
function fullSitting(): HandOver {
  const acts = paper.map((question, place) => ({
    type: 'answered' as const,
    qid: question,
    answer: optionNames[(place * 7) % 4] ?? 'OptionOne',
    elapsed: place * 31_000 + ((place * 7_919) % 9_973),
    at: 1_772_433_000_000 + place * 31_000 + ((place * 7_919) % 9_973) + (place % 3),
  }));
  const events = eventsFrom(2, acts);
  const submitted: SittingEvent = {
    seq: 102,
    type: 'submitted',
    at: 1_772_436_600_000,
    elapsed: 3_600_000,
  };
  return {
    sittingId: '01hx7k2m9qpt',
    deviceId: 'abcdefghijklmnop',
    runs: [{ epoch: 1, events: [...events, submitted] }],
    submission: {
      epoch: 1,
      seq: 102,
      at: 1_772_436_600_000,
      elapsed: 3_600_000,
      auto: true,
      answers: acts.map(({ qid: question, answer: given }) => ({ qid: question, answer: given })),
    },
    beacons: [
      { serverTime: '2026-03-02T06:30:00.000Z', signature: 'x'.repeat(22), elapsed: 0, seq: 0 },
    ],
    waiting: 0,
  };
}

describe('a hand-over as codes on the screen', () => {
  const partsOf = (codes: readonly string[]) => codes.map((code) => readCode(code) as HandOverPart);

  it('fits a hundred answers and their submission into one code', async () => {
    const codes = toCodes(await sealHandOver(fullSitting(), paper, key(1)));
    expect(codes).toHaveLength(1);
    expect(codes[0]).toMatch(/^[0-9A-Z $%*+\-./:]+$/);
  });

  it('is put together from its codes in any order, even read twice, but not while one is missing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 2_500, maxLength: 9_000 }),
        fc.nat(),
        async (made, turn) => {
          const codes = toCodes(Uint8Array.from(made));
          expect(codes.length).toBeGreaterThan(1);
          const turned = [
            ...codes.slice(turn % codes.length),
            ...codes,
            ...codes.slice(0, turn % codes.length),
          ];
          expect(fromCodes(partsOf(turned))).toEqual(Uint8Array.from(made));
          expect(
            await faultOf(Promise.resolve().then(() => fromCodes(partsOf(codes.slice(1))))),
          ).toBe('cut');
        },
      ),
      { numRuns: 20 },
    );
  });

  it('is not put together from codes of two packages', async () => {
    const [one, two] = [1, 2].map((fill) => toCodes(new Uint8Array(3_000).fill(fill)));
    const mixed = [one?.[0] ?? '', two?.[1] ?? ''];
    expect(await faultOf(Promise.resolve().then(() => fromCodes(partsOf(mixed))))).toBe('foreign');
    const [alone, ofTwo] = ['PRK1:ABCDE:1/1:00:', 'PRK1:ABCDE:2/2:00:'];
    expect(await faultOf(Promise.resolve().then(() => fromCodes(partsOf([alone, ofTwo]))))).toBe(
      'foreign',
    );
    expect(await faultOf(Promise.resolve().then(() => fromCodes([])))).toBe('foreign');
  });

  it('has at most forty codes, which are told apart from all other codes', async () => {
    const most = toCodes(new Uint8Array(48_000).fill(255));
    expect(most).toHaveLength(40);
    expect(fromCodes(partsOf(most))).toEqual(new Uint8Array(48_000).fill(255));
    expect(toCodes(new Uint8Array(48_001))).toEqual([]);
    const code = 'PRK1:ABCDE:1/40:00:';
    expect(readCode(` ${code}\n`)).toEqual({ name: 'ABCDE', place: 1, count: 40, text: '00' });
    for (const other of [
      'https://example.in',
      'PRK1:ABCDE:3/2:00:',
      'PRK1:ABCDE:0/2:00:',
      'PRK1:ABCDE:1/41:00:',
      code.padEnd(1_841),
      '',
    ])
      expect(readCode(other)).toBeNull();
    const part = readCode('PRK1:ABCDE:1/1:a00:');
    expect(await faultOf(Promise.resolve().then(() => fromCodes(part ? [part] : [])))).toBe(
      'altered',
    );
  });
});
