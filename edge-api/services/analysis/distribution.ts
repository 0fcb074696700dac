// How a set of numbers is distributed: the usual figures and a histogram. It works on how often each value occurs, so a
// hundred thousand scores become a few hundred numbers. Values are whole (hundredths of a mark, seconds), so no rounding
// error builds up before the last division.
import type { Bin, Distribution, Spread } from '#contract/desk/analysis.ts';

/** Maps each value to the number of times it occurs. */
export type Counted = ReadonlyMap<number, number>;

/** More bars than this can't be told apart on a phone. */
const MOST_BINS = 20;

/** `unit`: how many values make one displayed unit. `widths`: the widths that a bin may have, in values. */
export type Scale = { unit: number; widths: readonly number[] };

/** From hundredths to marks. */
export const markScale: Scale = {
  unit: 100,
  widths: [50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000],
};

const MINUTE = 60;
/** From seconds to minutes; the longest sitting is a day. */
export const minuteScale: Scale = {
  unit: MINUTE,
  widths: [1, 2, 5, 10, 15, 30, 60, 120].map((minutes) => minutes * MINUTE),
};

export function countUp(rows: Iterable<{ value: number; times: number }>): Counted {
  const counted = new Map<number, number>();
  for (const { value, times } of rows) counted.set(value, (counted.get(value) ?? 0) + times);
  return counted;
}

/**
 * The median of an even number of values is the mean of the middle two. The standard deviation divides by N, not
 * N − 1: these are all the candidates, not a sample of them.
 * @returns figures in units of the scale; null when there is no value
 */
export function spreadOf(counted: Counted, { unit }: Pick<Scale, 'unit'>): Spread | null {
  const sorted = [...counted].sort(([a], [b]) => a - b);
  const least = sorted[0];
  const most = sorted.at(-1);
  if (!least || !most) return null;
  const count = sorted.reduce((sum, [, times]) => sum + times, 0);
  const mean = sorted.reduce((sum, [value, times]) => sum + value * times, 0) / count;
  const squares = sorted.reduce((sum, [value, times]) => sum + times * (value - mean) ** 2, 0);
  const middle = (valueAt(sorted, (count - 1) >> 1) + valueAt(sorted, count >> 1)) / 2;
  return {
    count,
    least: least[0] / unit,
    median: middle / unit,
    mean: mean / unit,
    most: most[0] / unit,
    deviation: Math.sqrt(squares / count) / unit,
  };
}

/** The value at a place among all values in ascending order; places count from 0. */
function valueAt(sorted: readonly (readonly [number, number])[], place: number): number {
  let before = 0;
  for (const [value, times] of sorted) {
    before += times;
    if (place < before) return value;
  }
  throw new RangeError(`There is no place ${place}`);
}

/**
 * @param end the greatest possible value, such as the whole time allowed: it counts in the bin that ends there
 * @returns null when there is no value
 */
export function distributionOf(counted: Counted, scale: Scale, end?: number): Distribution | null {
  const spread = spreadOf(counted, scale);
  if (!spread) return null;
  const rows = [...counted].map(([value, times]) => ({
    value: value === end ? value - 1 : value,
    times,
  }));
  return { spread, bins: binsOf(countUp(rows), scale) };
}

/** Bins without a gap from the least value to the greatest: the narrowest width that makes at most MOST_BINS of them. */
function binsOf(counted: Counted, { unit, widths }: Scale): Bin[] {
  const values = [...counted.keys()].sort((a, b) => a - b);
  const [least = 0, most = 0] = [values[0], values.at(-1)];
  const placesOf = (width: number) => Math.floor(most / width) - Math.floor(least / width) + 1;
  const width = widths.find((each) => placesOf(each) <= MOST_BINS) ?? Math.max(...widths);
  const first = Math.floor(least / width);
  const bins = Array.from({ length: placesOf(width) }, (_, place) => ({
    from: ((first + place) * width) / unit,
    to: ((first + place + 1) * width) / unit,
    count: 0,
  }));
  for (const [value, times] of counted) {
    const bin = bins[Math.floor(value / width) - first];
    if (bin) bin.count += times;
  }
  return bins;
}
