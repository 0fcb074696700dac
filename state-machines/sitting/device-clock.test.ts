import { describe, expect, it } from 'vitest';
import { afterRestart, betterOf, fromBeacon, serverNow } from './device-clock.ts';

const HOUR = 3_600_000;

describe('the server’s time on a device (rule 14)', () => {
  it('is assumed to be read in the middle of the round trip', () => {
    const clock = fromBeacon(1_000_000, 500, 900);
    expect(serverNow(clock, 700)).toBe(1_000_000);
    expect(serverNow(clock, 10_700)).toBe(1_010_000);
  });

  it('keeps the quicker beacon while a slower one agrees with it', () => {
    const quick = fromBeacon(1_000_000, 50_000, 50_100);
    expect(betterOf(quick, fromBeacon(1_013_950, 60_000, 64_000))).toBe(quick);
    const quicker = fromBeacon(1_010_000, 60_000, 60_020);
    expect(betterOf(quick, quicker)).toBe(quicker);
  });

  it('takes a slower beacon once the quicker one is an hour old, because the phone’s quartz drifts', () => {
    const quick = fromBeacon(1_000_000, 0, 100);
    const slow = (after: number) => fromBeacon(1_000_050 + after, after - 300, after + 500);
    expect(betterOf(quick, slow(HOUR / 2))).toBe(quick);
    const later = slow(HOUR);
    expect(betterOf(quick, later)).toBe(later);
  });

  it('takes the newer beacon when both can’t be true, as after the phone slept', () => {
    const before = fromBeacon(1_000_000, 0, 100);
    const after = fromBeacon(1_000_000 + HOUR, 10_000, 14_000);
    expect(betterOf(before, after)).toBe(after);
  });

  it('takes any beacon over a clock that no beacon confirmed', () => {
    const carried = afterRestart({ server: 0, steady: 0, wall: 0 }, 10, 10);
    const slow = fromBeacon(5_000, 0, 20_000);
    expect(betterOf(carried, slow)).toBe(slow);
    expect(betterOf(null, slow)).toBe(slow);
  });
});

describe('the clock after a restart without a network', () => {
  const mark = { server: 2_000_000, steady: 1_000_000, wall: 1_000_000 };

  it('counts the time for which the browser was closed, and is not confirmed', () => {
    const clock = afterRestart(mark, 1_060_000, 1_060_000);
    expect(serverNow(clock, 1_060_000)).toBe(2_060_000);
    expect(clock.confirmed).toBe(false);
  });

  for (const change of [2 * HOUR, -2 * HOUR]) {
    it(`doesn’t move when the date was set by ${change / HOUR} hours while the exam ran`, () => {
      const marked = { ...mark, wall: mark.wall + change };
      const reading = mark.steady + change + 60_000;
      expect(serverNow(afterRestart(marked, reading, reading), reading)).toBe(2_060_000);
    });
  }

  it('follows the steady clock when only the page was reloaded', () => {
    const ahead = { ...mark, wall: mark.wall + HOUR };
    for (const set of [HOUR, 3 * HOUR]) {
      const clock = afterRestart(ahead, 1_005_000, 1_005_000 + set);
      expect(serverNow(clock, 1_005_000)).toBe(2_005_000);
    }
  });

  it('stands still when the date was set back while the browser was closed', () => {
    const clock = afterRestart(mark, 1_000_000 - HOUR, 1_000_000 - HOUR);
    expect(serverNow(clock, 1_000_000 - HOUR)).toBe(2_000_000);
  });
});
