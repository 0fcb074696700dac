// [rule 14] The server's clock decides, so a machine clock that was set by accident must not take effect.
import { beforeEach, describe, expect, it } from 'vitest';
import {
  BELIEVED_AFTER_MS,
  type Clock,
  createClock,
  NO_DELETING_MS,
  STEP_MS,
} from './steady-clock.ts';

const START = Date.parse('2026-03-02T06:30:00.000Z');
const MINUTE = 60_000;
const YEAR = 365 * 24 * 60 * MINUTE;

let wall: number;
let measure: number;
let uptime: number;
let told: string[];
let clock: Clock;

beforeEach(() => {
  [wall, measure, uptime, told] = [START, 5_000, 90_000_000, []];
  const readings = { wall: () => wall, measure: () => measure, uptime: () => uptime };
  clock = createClock(readings, ({ is, ms }) => told.push(`${is} ${Math.round(ms / 1_000)}`));
});

function pass(ms: number): void {
  wall += ms;
  measure += ms;
  uptime += ms;
}
/** Compares the clock with the database's, which shows `theirs`. */
const compare = (theirs: number) => clock.compare(theirs, clock.now(), clock.now());
const closesAndDeletes = () => [clock.mayClose(), clock.mayDelete()];

describe('the server’s clock', () => {
  it('[rule 14] follows a time service that slews the machine’s clock, and small steps', () => {
    for (let second = 0; second < 600; second += 1) {
      pass(1_000);
      wall += 80; // as fast as chrony slews
      expect(clock.now()).toBe(wall);
    }
    wall -= STEP_MS - 1_000;
    expect(clock.now()).toBe(wall);
    expect(told).toEqual([]);
    expect(closesAndDeletes()).toEqual([true, true]);
  });

  it.each([YEAR, -YEAR])(
    '[rule 14] keeps its own time when the machine’s clock is set by %i ms, and lets nothing be closed or deleted',
    (by) => {
      pass(MINUTE);
      wall += by;
      expect(clock.now()).toBe(START + MINUTE);
      pass(MINUTE);
      expect(clock.now()).toBe(START + 2 * MINUTE);
      expect(closesAndDeletes()).toEqual([false, false]);
      expect(clock.isInDoubt()).toBe(true);
      expect(told).toEqual([`stepped ${by / 1_000}`]);
    },
  );

  it('allows closing again once the machine’s clock is put right, and deleting a day later', () => {
    wall += YEAR;
    clock.now();
    pass(5 * MINUTE);
    wall -= YEAR - 400;
    expect(clock.now()).toBe(START + 5 * MINUTE + 400);
    expect(closesAndDeletes()).toEqual([true, false]);
    pass(NO_DELETING_MS);
    expect(closesAndDeletes()).toEqual([true, true]);
    expect(told).toEqual(['stepped 31536000', 'back 0']);
  });

  it('believes the new time after a quarter of an hour, and even then allows no deleting for a day', () => {
    wall += YEAR;
    clock.now();
    pass(BELIEVED_AFTER_MS - 1);
    compare(wall); // The database runs on the same machine, or its clock is as wrong.
    expect(clock.now()).toBe(START + BELIEVED_AFTER_MS - 1);
    pass(1);
    expect(clock.now()).toBe(wall);
    expect(closesAndDeletes()).toEqual([true, false]);
    pass(NO_DELETING_MS);
    expect(closesAndDeletes()).toEqual([true, true]);
    expect(told).toEqual(['stepped 31536000', 'believed 31536000']);
  });

  it('never believes a time that the database’s clock contradicts', () => {
    wall += YEAR;
    clock.now();
    pass(1_000);
    compare(START + 1_000);
    pass(2 * BELIEVED_AFTER_MS);
    expect(clock.now()).toBe(START + 1_000 + 2 * BELIEVED_AFTER_MS);
    compare(wall);
    expect(clock.now()).toBe(wall);
    expect(told).toEqual(['stepped 31536000', 'believed 31536000']);
  });

  it('is in doubt from the moment of a step, whichever method is called first', () => {
    wall += YEAR;
    expect(clock.mayClose()).toBe(false);
    wall -= YEAR;
    expect(clock.isInDoubt()).toBe(false);
    wall += YEAR;
    expect(clock.isInDoubt()).toBe(true);
  });

  it('gives whole milliseconds, as the database stores them, though it measures more finely', () => {
    wall += YEAR;
    measure += 1_000.3;
    expect(clock.now()).toBe(START + 1_000);
    uptime += 60_000.4;
    expect(clock.now()).toBe(START + 60_000);
  });

  it('doesn’t mistake a slow answer of the database for another time', () => {
    const asked = clock.now();
    pass(2 * STEP_MS);
    for (const theirs of [asked - STEP_MS, clock.now() + STEP_MS])
      clock.compare(theirs, asked, clock.now());
    expect(told).toEqual([]);
    clock.compare(clock.now() + 2 * STEP_MS, asked, clock.now());
    expect(told).toEqual(['apart 60']);
  });

  it('waits a quarter of an hour for each new step', () => {
    wall += YEAR;
    clock.now();
    pass(BELIEVED_AFTER_MS - MINUTE);
    wall -= YEAR / 2;
    clock.now();
    pass(2 * MINUTE);
    expect(clock.now()).toBe(START + BELIEVED_AFTER_MS + MINUTE);
    expect(told).toEqual(['stepped 31536000', 'stepped 15768000']);
  });

  it('learns from the kernel that the machine slept, and follows at once', () => {
    pass(MINUTE);
    wall += 60 * MINUTE;
    uptime += 60 * MINUTE;
    expect(clock.now()).toBe(START + 61 * MINUTE);
    expect(closesAndDeletes()).toEqual([true, true]);
    // A sleep doesn't explain a later step.
    wall += 60 * MINUTE;
    expect(clock.now()).toBe(START + 61 * MINUTE);
    expect(told).toEqual(['stepped 3600']);
  });

  it('allows no closing for a quarter of an hour when a stored row is dated in the future, and no deleting until a day after', () => {
    const newest = START + 20 * MINUTE;
    clock.compareWritten(START + 5 * MINUTE);
    expect(closesAndDeletes()).toEqual([true, true]);
    clock.compareWritten(newest);
    expect(closesAndDeletes()).toEqual([false, false]);
    expect(clock.isInDoubt()).toBe(true);
    pass(BELIEVED_AFTER_MS - 1);
    clock.compareWritten(newest + BELIEVED_AFTER_MS);
    expect(closesAndDeletes()).toEqual([false, false]);
    pass(1);
    clock.compareWritten(newest + BELIEVED_AFTER_MS);
    expect(closesAndDeletes()).toEqual([true, false]);
    pass(NO_DELETING_MS);
    expect(closesAndDeletes()).toEqual([true, true]);
    expect(told).toEqual(['behind 1200', 'past 1200']);
  });

  it('allows closing again as soon as the clock is set past the newest stored time, but doubts again if a later time turns up', () => {
    clock.compareWritten(START + 20 * MINUTE);
    wall += 20 * MINUTE - STEP_MS;
    uptime += 20 * MINUTE - STEP_MS; // The machine resumed from sleep.
    clock.compareWritten(START + 20 * MINUTE);
    expect(closesAndDeletes()).toEqual([true, false]);
    clock.compareWritten(START + YEAR);
    pass(BELIEVED_AFTER_MS);
    clock.compareWritten(START + YEAR);
    expect(closesAndDeletes()).toEqual([true, false]);
    clock.compareWritten(START + YEAR);
    expect(clock.isInDoubt()).toBe(false);
    clock.compareWritten(START + 2 * YEAR);
    expect(closesAndDeletes()).toEqual([false, false]);
  });

  it('allows no closing for a quarter of an hour, and no deleting, while the database shows another time', () => {
    compare(START - YEAR);
    expect(closesAndDeletes()).toEqual([false, false]);
    pass(BELIEVED_AFTER_MS);
    compare(wall - YEAR);
    expect(closesAndDeletes()).toEqual([true, false]);
    expect(clock.isInDoubt()).toBe(true);
    compare(wall + 1_000);
    expect(closesAndDeletes()).toEqual([true, false]);
    pass(NO_DELETING_MS);
    expect(closesAndDeletes()).toEqual([true, true]);
    expect(told).toEqual(['apart -31536000', 'together 1']);
  });
});
