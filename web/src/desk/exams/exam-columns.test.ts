import { expect, it } from 'vitest';
import { isPast } from './exam-columns.tsx';

it('takes an exam for past once its start is', () => {
  const now = Date.parse('2026-07-04T20:00:00.000Z');
  const starts = ['2026-07-04T19:59:59.999Z', '2026-07-04T20:00:00.000Z'];
  expect(starts.map((startDate) => isPast({ startDate }, now))).toEqual([true, false]);
});
