import { expect, it } from 'vitest';
import { formatMarks } from './format-marks.ts';

it('marks below nothing have a real minus, all others stand as they are', () => {
  expect([-0.25, -6, 0, 12.5].map(formatMarks)).toEqual(['−0.25', '−6', '0', '12.5']);
});
