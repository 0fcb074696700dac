import { expect, it } from 'vitest';
import { listChanges } from './list-changes.ts';

it('names what differs, with the text it has now', () => {
  const before = { Name: 'Exam', Price: '₹500', Note: 'Call' };
  expect(listChanges(before, { Name: 'Exam', Price: '₹600', Note: '' })).toEqual([
    { label: 'Price', now: '₹600' },
    { label: 'Note', now: '' },
  ]);
});
