import { expect, it } from 'vitest';
import type { HallAct } from '#contract/hall/acts.ts';
import { clockOnceSent } from './clock-once-sent.ts';

const NOW = Date.parse('2026-03-02T06:30:00.000Z');
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();
const seat = (deadline: number, pausedAt: number | null = null) => ({
  deadline: at(deadline),
  pausedAt: pausedAt === null ? null : at(pausedAt),
});
const said = (minutes: number) =>
  ({ id: `act${minutes}`, examId: 'e1', to: { all: true }, doneAt: at(minutes) }) as const;
const pause = (minutes: number): HallAct => ({ ...said(minutes), kind: 'pause', reason: 'Alarm' });
const resume = (minutes: number): HallAct => ({ ...said(minutes), kind: 'resume' });
const extra = (minutes: number, given: number): HallAct => ({
  ...said(minutes),
  ...{ kind: 'extra-time', minutes: given, reason: 'Alarm' },
});

it('[rule 22] the clock of a seat is the server’s when no act waits to be sent', () => {
  expect(clockOnceSent(seat(20), [], NOW)).toBe('runs');
  expect(clockOnceSent(seat(20, -5), [], NOW)).toBe('stands');
  expect(clockOnceSent(seat(0), [], NOW)).toBe('is over');
  expect(clockOnceSent(seat(-5, -10), [], NOW)).toBe('stands');
});

it('[rule 22] the clock of a seat stands after a waiting pause, and runs after a waiting resume', () => {
  expect(clockOnceSent(seat(20), [pause(-3)], NOW)).toBe('stands');
  expect(clockOnceSent(seat(20), [pause(-3), resume(-1)], NOW)).toBe('runs');
  expect(clockOnceSent(seat(20, -5), [resume(-1)], NOW)).toBe('runs');
  expect(clockOnceSent(seat(20, -5), [resume(-3), pause(-1)], NOW)).toBe('stands');
});

it('[rule 22] the clock of a seat runs longer by waiting extra time, and a pause after the end doesn’t stop it', () => {
  expect(clockOnceSent(seat(-1), [extra(-4, 5)], NOW)).toBe('runs');
  expect(clockOnceSent(seat(-2), [pause(-8), resume(-5)], NOW)).toBe('runs');
  expect(clockOnceSent(seat(-4), [pause(-8), resume(-5)], NOW)).toBe('is over');
  expect(clockOnceSent(seat(-5), [pause(-3)], NOW)).toBe('is over');
});
