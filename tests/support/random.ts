/**
 * The random runs of a property suite: some are the same each time, so that what once broke a rule is met again, and
 * some are new. A seed that failed becomes a test of its own, with a title that says what it met.
 */
import { randomInt } from 'node:crypto';

/** The first `kept` seeds, then `fresh` new ones in a row from a random number on. */
export function seeds({ kept, fresh }: { kept: number; fresh: number }): number[] {
  const first = randomInt(1_000_000, 1_000_000_000);
  return [
    ...Array.from({ length: kept }, (_, index) => index + 1),
    ...Array.from({ length: fresh }, (_, index) => first + index),
  ];
}

// Chance that can be repeated: the same seed gives the same schedule.

export type Chance = {
  /** A whole number from 0 up to, but not including, `bound`. */
  below(bound: number): number;
  /** True in `share` of a hundred calls. */
  percent(share: number): boolean;
  pick<T>(items: readonly T[]): T;
};

/** Mulberry32: small, quick, and good enough to spread faults. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    below,
    percent: (share) => next() * 100 < share,
    pick<T>(items: readonly T[]): T {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
  };
}
