import { expect, it } from 'vitest';
import { countUp, distributionOf, markScale, minuteScale, spreadOf } from './distribution.ts';

const marks = (...values: number[]) =>
  countUp(values.map((value) => ({ value: Math.round(value * 100), times: 1 })));

it('computes the figures of eight numbers whose standard deviation is exactly 2', () => {
  expect(spreadOf(marks(2, 4, 4, 4, 5, 5, 7, 9), markScale)).toEqual({
    count: 8,
    least: 2,
    median: 4.5,
    mean: 5,
    most: 9,
    deviation: 2,
  });
});

it('adds up scores in hundredths without drift, including negative ones', () => {
  expect(spreadOf(marks(-0.25, 0.1, 0.2), markScale)).toMatchObject({
    least: -0.25,
    median: 0.1,
    mean: 0.05 / 3,
  });
  expect(spreadOf(countUp([{ value: 10, times: 100_000 }]), markScale)).toMatchObject({
    mean: 0.1,
    deviation: 0,
  });
});

it('gives no figures when there are no scores', () => {
  expect(distributionOf(new Map(), markScale)).toBeNull();
});

it('puts every value in one bin, without gaps, and a value on an edge in the bin that begins there', () => {
  const bins = distributionOf(marks(-0.25, 0, 0.5, 2, 2.49), markScale)?.bins;
  expect(bins).toEqual([
    { from: -0.5, to: 0, count: 1 },
    { from: 0, to: 0.5, count: 1 },
    { from: 0.5, to: 1, count: 1 },
    { from: 1, to: 1.5, count: 0 },
    { from: 1.5, to: 2, count: 0 },
    { from: 2, to: 2.5, count: 2 },
  ]);
});

it('counts candidates who used the whole time in the bin that ends there', () => {
  const minutes = countUp([52, 60, 60].map((minute) => ({ value: minute * 60, times: 1 })));
  expect(distributionOf(minutes, minuteScale, 3_600)).toMatchObject({
    spread: { most: 60 },
    bins: Array.from({ length: 8 }, (_, index) => ({
      from: 52 + index,
      to: 53 + index,
      count: index === 0 ? 1 : index === 7 ? 2 : 0,
    })),
  });
});

it('widens the bins so that there are never more than twenty', () => {
  const minutes = countUp([3, 70, 179].map((minute) => ({ value: minute * 60 + 59, times: 1 })));
  const bins = distributionOf(minutes, minuteScale)?.bins ?? [];
  expect(bins.length).toBeLessThanOrEqual(20);
  expect(bins[0]).toEqual({ from: 0, to: 10, count: 1 });
  expect(bins.at(-1)).toEqual({ from: 170, to: 180, count: 1 });
});
