import { expect, test } from 'vitest';
import { LONGEST_PAUSE_MS, untilNextCheck } from './judge-status.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

test('an open order is checked soon, then hourly for a day, then daily for a week', () => {
  const soon = [0, 1, 2, 3, 4].map((checks) => untilNextCheck(checks, 0));
  expect(soon).toEqual([0.5, 2, 5, 15, 60].map((minutes) => minutes * MINUTE));
  expect(untilNextCheck(30, DAY - 1)).toBe(60 * MINUTE);
  expect(untilNextCheck(30, DAY)).toBe(DAY);
  expect(untilNextCheck(30, 7 * DAY - 1)).toBe(DAY);
  expect(untilNextCheck(0, 7 * DAY)).toBeNull();
});

test('the longest wait between two checks is the pause by which a clock that was ahead is noticed', () => {
  const ages = [0, DAY - 1, DAY, 7 * DAY - 1];
  const pauses = ages.flatMap((age) => [0, 1, 4, 40].map((checks) => untilNextCheck(checks, age)));
  expect(Math.max(...pauses.map((pause) => pause ?? 0))).toBe(LONGEST_PAUSE_MS);
});
