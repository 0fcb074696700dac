import { expect, it } from 'vitest';
import { decimal, minutes, percent, signed } from './headline.tsx';

it('writes an index with its sign and two decimals, and zero without a minus', () => {
  expect([0.314, -0.2, -0.001, 0, null].map(signed)).toEqual([
    '+0.31',
    '−0.20',
    '0.00',
    '0.00',
    '—',
  ]);
});

it('writes marks and shares the Indian way', () => {
  expect(decimal(123456.789)).toBe('1,23,456.79');
  expect(decimal(-0.25)).toBe('−0.25');
  expect(percent(1, 3)).toBe('33%');
  expect(percent(0, 0)).toBe('—');
  expect([0, 0.03, 1, 12.345].map(minutes)).toEqual(['0 s', '2 s', '1 min', '12.35 min']);
});
