import { expect, it } from 'vitest';
import { everyNth, ticksUpTo } from './histogram.tsx';

it('the axis reaches the greatest value in a few round steps', () => {
  expect(ticksUpTo(7)).toEqual([0, 2, 4, 6, 8]);
  expect(ticksUpTo(312)).toEqual([0, 100, 200, 300, 400]);
  expect(ticksUpTo(40_000)).toEqual([0, 10_000, 20_000, 30_000, 40_000]);
});

it('the axis never shows half a person', () => {
  expect(ticksUpTo(1)).toEqual([0, 1]);
  expect(ticksUpTo(3)).toEqual([0, 1, 2, 3]);
  expect(ticksUpTo(0)).toEqual([0, 1]);
});

it('labels are left out when they would touch', () => {
  expect(everyNth(10, 60, 40)).toBe(1);
  expect(everyNth(20, 15, 40)).toBe(3);
});
