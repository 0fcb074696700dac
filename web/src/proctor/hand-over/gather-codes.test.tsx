import decodeQR from 'qr/decode.js';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { toCodes } from '#seals/hand-over-codes.ts';
import { QrCode } from '#web/shared/qr-code.tsx';
import {
  addCode,
  type Gathered,
  gathered,
  lookUntil,
  nothingYet,
  readGiven,
} from './read-given.ts';

/** A package with a valid head and `size` bytes of content that doesn't compress. */
function packageOf(sittingId: string, size: number, seed: number): Uint8Array<ArrayBuffer> {
  const names = [sittingId, 'abcdefghijklmnop'].flatMap((name) => [
    name.length,
    ...new TextEncoder().encode(name),
  ]);
  const head = [...new TextEncoder().encode('PRK'), 1, ...names, 0, 0, size >> 8, size & 255];
  const body = Array.from({ length: size + 12 }, (_, at) => (at * at * 31 + at * seed) % 251);
  return Uint8Array.from([...head, ...body]);
}

/** Reads a code from a screen as a camera would: the page's own drawing, decoded by the proctor's decoder. */
function seen(code: string): string {
  const dot = 3;
  const drawn = renderToStaticMarkup(<QrCode text={code} label="Code" dense />);
  const [, margin, width] = /viewBox="-(\d+) -\d+ (\d+) \d+"/.exec(drawn) ?? [];
  const side = Number(width) * dot;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y, length] of drawn.matchAll(/M(\d+) (\d+)h(\d+)/g))
    for (let line = 0; line < dot; line += 1) {
      const from = ((Number(y) + Number(margin)) * dot + line) * side;
      for (let at = 0; at < Number(length) * dot; at += 1) {
        const place = (from + (Number(x) + Number(margin)) * dot + at) * 4;
        data.fill(0, place, place + 3);
      }
    }
  return decodeQR({ width: side, height: side, data });
}

/** An order that looks random but is always the same for a seed. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  return items
    .map((item, at) => ({ item, rank: (at * 7_919 + seed * 104_729) % 1_009 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

const read = (texts: readonly string[], before: Gathered = nothingYet) =>
  texts.reduce(addCode, before);

describe('the codes of a long hand-over in front of a camera (rule 21)', () => {
  const bytes = packageOf('01hx7k2m9qpt', 5_000, 7);
  const frames = toCodes(bytes).map(seen);

  it('give the package back in any order, even if some are missed at first and others seen twice', () => {
    expect(frames.length).toBeGreaterThan(3);
    for (let seed = 1; seed <= 20; seed += 1) {
      const [missed, ...others] = shuffled(frames, seed);
      const firstRound = read(shuffled([...others, ...others.slice(0, 2)], seed + 1));
      expect(gathered(firstRound)).toBeNull();
      const whole = gathered(read([...others.slice(1), missed ?? ''], firstRound));
      expect(readGiven(whole ?? '')?.sittingId).toBe('01hx7k2m9qpt');
      expect(whole?.split('\n').toSorted()).toEqual([...frames].toSorted());
    }
  });

  it('of the next candidate start over, without mixing in codes of the candidate before', () => {
    const next = toCodes(packageOf('01hx7k2m9qpv', 5_000, 11)).map(seen);
    const half = read(frames.slice(0, 2));
    const whole = gathered(read(shuffled(next, 3), half));
    expect(readGiven(whole ?? '')?.sittingId).toBe('01hx7k2m9qpv');
    expect(gathered(read(next.slice(1), half))).toBeNull();
  });

  it('are not disturbed by any other code in the picture', () => {
    const half = read(frames.slice(0, 2));
    expect(addCode(half, 'https://example.com/receipt#PRK1')).toBe(half);
    expect(addCode(half, frames[0] ?? '')).toBe(half);
  });
});

describe('the camera’s search for codes', () => {
  it('ends with the code that completes the package, however often the camera sees it before the screen is redrawn', async () => {
    const told: string[] = [];
    const tell = (text: string) => told.push(text) === 2;
    const see = async () => [{ rawValue: 'a' }, { rawValue: 'b' }, { rawValue: 'b' }];
    const { signal } = new AbortController();
    await lookUntil(see, tell, async () => {}, signal);
    expect(told).toEqual(['a', 'b']);
  });

  it('ends when it is stopped, and reports nothing that the camera saw at that moment', async () => {
    const stop = new AbortController();
    const told: string[] = [];
    const see = async () => {
      stop.abort();
      return [{ rawValue: 'late' }];
    };
    const rest = async () => {};
    await lookUntil(see, (text) => told.push(text) > 9, rest, stop.signal);
    expect(told).toEqual([]);
  });
});
