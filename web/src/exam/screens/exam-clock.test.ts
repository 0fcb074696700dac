import { describe, expect, it } from 'vitest';
import { clockText, countdownTo, spokenTime } from './exam-clock.tsx';

const at = (text: string) => Date.parse(text);

describe('the clock of a sitting', () => {
  it('shows minutes and seconds with two digits each, and minutes over 99 in full', () => {
    expect(clockText(65_000)).toBe('01:05');
    expect(clockText(180 * 60_000)).toBe('180:00');
  });

  it('shows 00:00 only when no time is left', () => {
    expect(clockText(1)).toBe('00:01');
    expect(clockText(0)).toBe('00:00');
  });

  it('announces ten, five and one minutes left, and nothing that is no longer true', () => {
    const opened = 30 * 60_000;
    expect(spokenTime(10 * 60_000 + 1, opened)).toBe('');
    expect(spokenTime(10 * 60_000, opened)).toBe('10 minutes left.');
    expect(spokenTime(9 * 60_000, opened)).toBe('');
    expect(spokenTime(5 * 60_000, opened)).toBe('5 minutes left.');
    expect(spokenTime(30_000, opened)).toBe('1 minute left.');
    expect(spokenTime(0, opened)).toBe('');
  });

  it('announces the true minutes when it comes into sight, and after that at the next mark', () => {
    const opened = 3 * 60_000 + 32_000;
    expect(spokenTime(opened, opened)).toBe('Less than 4 minutes left.');
    expect(spokenTime(3 * 60_000 + 1_000, opened)).toBe('Less than 4 minutes left.');
    expect(spokenTime(3 * 60_000, opened)).toBe('');
    expect(spokenTime(60_000, opened)).toBe('1 minute left.');
    expect(spokenTime(20 * 60_000, 20 * 60_000)).toBe('20 minutes left.');
    expect(spokenTime(40_000, 40_000)).toBe('Less than 1 minute left.');
  });
});

describe('the countdown', () => {
  it('counts whole calendar months first, then days, hours, minutes and seconds', () => {
    expect(countdownTo(at('2026-03-31T05:30:10Z'), at('2026-01-30T04:00:00Z'))).toEqual({
      months: 2,
      days: 1,
      hours: 1,
      minutes: 30,
      seconds: 10,
    });
  });

  it('never counts a month that is not complete yet', () => {
    const { months, days } = countdownTo(at('2026-03-01T00:00:00Z'), at('2026-01-31T00:00:00Z'));
    expect({ months, days }).toEqual({ months: 1, days: 1 });
  });

  it('stays at zero once the start is past', () => {
    const past = countdownTo(at('2026-03-01T00:00:00Z'), at('2026-03-01T00:00:09Z'));
    expect(Object.values(past)).toEqual([0, 0, 0, 0, 0]);
  });
});
