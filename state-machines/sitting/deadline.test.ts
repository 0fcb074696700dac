import { describe, expect, it } from 'vitest';
import {
  deadlineOf,
  endOfExam,
  mayReopen,
  remainingAt,
  startOfBeginning,
  startOfOpening,
} from './deadline.ts';

const MINUTE = 60_000;
const starts = Date.parse('2026-11-28T04:30:00Z');
const own = { start: 'own', starts } as const;
const together = { start: 'together', starts } as const;

it('[rule 15] the deadline is start, duration and extra time together, and the time left is never below zero', () => {
  const deadline = deadlineOf({ startedAt: starts, durationMinutes: 60, extraSeconds: 90 });
  expect(deadline).toBe(starts + 60 * MINUTE + 90_000);
  expect(remainingAt(deadline - 1, deadline)).toBe(1);
  expect(remainingAt(deadline + 1, deadline)).toBe(0);
});

it('[AT20] during a pause the time left stays as it was when the pause began', () => {
  const deadline = starts + 60 * MINUTE;
  expect(remainingAt(starts + 50 * MINUTE, deadline, starts + 20 * MINUTE)).toBe(40 * MINUTE);
});

it('[AT9] a submission made by a wrong clock is taken back while more than half a minute is left', () => {
  expect(mayReopen(starts, starts + 30_001)).toBe(true);
  expect(mayReopen(starts, starts + 30_000)).toBe(false);
});

it('[decision 14] an exam that starts together is over at its end, later for a candidate with agreed extra time; another exam never is', () => {
  expect(endOfExam(together, 60)).toBe(starts + 60 * MINUTE);
  expect(endOfExam(together, 60, 25)).toBe(starts + 75 * MINUTE);
  expect(endOfExam(own, 60, 25)).toBe(Number.POSITIVE_INFINITY);
});

describe('[AT17] a sitting that the server opens', () => {
  const now = starts + 10 * MINUTE;

  it('runs from the opening, or in an exam that starts together from its start', () => {
    expect(startOfOpening(own, now, null)).toEqual({ startedAt: now, waitedSeconds: 0 });
    expect(startOfOpening(together, now, null)).toEqual({ startedAt: starts, waitedSeconds: 0 });
  });

  it('[AT18] runs from when somebody was told a code for it, as the candidate may have read the paper since', () => {
    const told = starts + 4 * MINUTE;
    expect(startOfOpening(own, now, told)).toEqual({ startedAt: starts, waitedSeconds: 240 });
    expect(startOfOpening(together, now, told)).toEqual({ startedAt: starts, waitedSeconds: 0 });
  });
});

it('[AT18] a sitting begun by a code runs from the exam’s start, and gets the wait for the code on top unless all start together', () => {
  const begin = (releasedAt: number) => startOfBeginning(own, releasedAt);
  expect(begin(starts + 90_400)).toEqual({ startedAt: starts, waitedSeconds: 90 });
  expect(begin(starts - MINUTE)).toEqual({ startedAt: starts, waitedSeconds: 0 });
  expect(startOfBeginning(together, starts + MINUTE).waitedSeconds).toBe(0);
});
