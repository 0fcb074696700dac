import { describe, expect, it } from 'vitest';
import { formatDate, formatDateTime, formatDuration, formatTime } from './format.ts';
import { formatRupees } from './money.ts';

describe('money', () => {
  it('groups rupees the Indian way with up to two decimals', () => {
    expect(formatRupees(100000)).toBe('₹1,00,000');
    expect(formatRupees(500)).toBe('₹500');
    expect(formatRupees(0)).toBe('₹0');
    expect(formatRupees(1234567.891)).toBe('₹12,34,567.89');
  });

  it('shows a dash when the price is missing', () => {
    expect(formatRupees(null)).toBe('—');
    expect(formatRupees(undefined)).toBe('—');
  });
});

describe('time', () => {
  it('is shown as India time, and labelled so, whatever time zone the phone is in', () => {
    expect(formatDateTime('2026-11-21T05:00:00.000Z')).toBe('Sat 21 Nov 2026, 10:30 am IST');
    expect(formatDate('2026-11-21T18:30:00.000Z')).toBe('Sun 22 Nov 2026');
  });

  it('shows midnight and noon as 12, and September in three letters', () => {
    expect(formatTime('2026-09-04T18:30:00.000Z')).toBe('12:00 am IST');
    expect(formatTime('2026-09-04T06:30:00.000Z')).toBe('12:00 pm IST');
    expect(formatDate('2026-09-04T06:30:00.000Z')).toBe('Fri 4 Sep 2026');
  });

  it('shows durations in hours and minutes', () => {
    expect(formatDuration(45)).toBe('45 minutes');
    expect(formatDuration(7.5)).toBe('7.5 minutes');
    expect(formatDuration(60)).toBe('1 hour');
    expect(formatDuration(151)).toBe('2 hours 31 minutes');
  });
});
