import { expect, it } from 'vitest';
import { describeDetail, subjectPath } from './describe-entry.ts';

it('writes details as a line, changes with an arrow, and cuts what is very long', () => {
  expect(
    describeDetail({ name: 'Clerk', price: { from: 500, to: 600 }, counted: true, note: '' }),
  ).toBe('name: Clerk · price: 500 → 600 · counted: yes · note: none');
  expect(describeDetail({ elapsed: [1, 2] })).toBe('elapsed: 1, 2');
  expect(describeDetail({ long: 'x'.repeat(500) })).toHaveLength(241);
});

it('links to a screen only where there is one', () => {
  expect(subjectPath('exam.changed', 'e1')).toBe('/adminanalysis/e1');
  expect(subjectPath('exam.deleted', 'e1')).toBeNull();
  expect(subjectPath('proctor.revoked', 'P1')).toBe('/adminstaff');
  expect(subjectPath('sitting.closed', 's1')).toBeNull();
  expect(subjectPath('something.new', 'x')).toBeNull();
});
