import { expect, it } from 'vitest';
import { isPast } from './exam-columns.tsx';

it('an exam counts as past once its start has passed', () => {
  const now = Date.parse('2026-07-04T20:00:00.000Z');
  const starts = ['2026-07-04T19:59:59.999Z', '2026-07-04T20:00:00.000Z'];
  expect(starts.map((startDate) => isPast({ startDate }, now))).toEqual([true, false]);
});
