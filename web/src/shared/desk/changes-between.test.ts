import { expect, it } from 'vitest';
import { changesBetween } from './changes-between.ts';

it('names the fields that differ, with their new text', () => {
  const before = { Name: 'Exam', Price: '₹500', Note: 'Call' };
  expect(changesBetween(before, { Name: 'Exam', Price: '₹600', Note: '' })).toEqual([
    { label: 'Price', now: '₹600' },
    { label: 'Note', now: '' },
  ]);
});
