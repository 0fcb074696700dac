import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawPaper } from './draw.ts';

const bank = (size: number) => Array.from({ length: size }, (_, index) => index + 1);
const row = (fieldType: string, fieldCount: number) => ({ fieldType, fieldCount });

/** A repeatable random source from a seed (a linear congruential generator). */
function dice(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

describe('drawing a paper', () => {
  it('draws as many different questions as asked for, all from the pool of the type', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.integer(), fc.nat(), (size, seed, some) => {
        const count = 1 + (some % size);
        const [section] = drawPaper([row('A', count)], () => bank(size), dice(seed)) ?? [];
        expect(new Set(section?.items).size).toBe(count);
        for (const id of section?.items ?? []) expect(id).toBeGreaterThanOrEqual(1);
        for (const id of section?.items ?? []) expect(id).toBeLessThanOrEqual(size);
      }),
    );
  });

  it('ignores rows without a type or a count, and joins two rows of one type into one section', () => {
    const paper = drawPaper(
      [row('A', 2), row('', 5), row('B', 0), row('A', 3)],
      () => bank(9),
      dice(1),
    );
    expect(paper?.map(({ name, items }) => [name, items.length])).toEqual([['A', 5]]);
  });

  it('draws nothing when a pool is smaller than its section', () => {
    expect(drawPaper([row('A', 4)], () => bank(3), dice(1))).toBeNull();
  });

  it('fails rather than leave a place without a question when the random source is out of range', () => {
    expect(() =>
      drawPaper(
        [row('A', 2)],
        () => bank(3),
        (bound) => bound,
      ),
    ).toThrow(RangeError);
  });

  it('puts every question of the pool into every place equally often', () => {
    const random = dice(42);
    const seen = Array.from({ length: 3 }, () => new Map<number, number>());
    for (let draw = 0; draw < 6_000; draw += 1) {
      const [section] = drawPaper([row('A', 3)], () => bank(6), random) ?? [];
      for (const [place, id] of (section?.items ?? []).entries())
        seen[place]?.set(id, (seen[place].get(id) ?? 0) + 1);
    }
    // A thousand times each is expected. The bounds are ten standard deviations away, and the seed is fixed.
    for (const place of seen)
      for (const id of bank(6)) expect(Math.abs((place.get(id) ?? 0) - 1_000)).toBeLessThan(290);
  });
});
