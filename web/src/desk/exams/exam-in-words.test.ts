import { expect, it } from 'vitest';
import type { Exam } from '#contract/wire/exams.ts';
import { listChanges } from '#web/shared/desk/list-changes.ts';
import { examInWords } from './exam-in-words.ts';

const opened: Exam = {
  _id: 'e1',
  name: 'Exam',
  price: 500,
  description: '',
  startDate: '2026-11-21T05:00:00.000Z',
  duration: 60,
  format: 'MCQ',
  status: 'Active',
  start: 'own',
  imageUrl: null,
  fields: [
    { fieldType: 'English', fieldCount: 5 },
    { fieldType: '', fieldCount: 0 },
  ],
};

const changesTo = (now: Exam) => listChanges(examInWords(opened), examInWords(now));

it('names what somebody else changed in an exam, with the value it has now', () => {
  const now = { ...opened, price: 100000, description: '<p>New</p>', version: 9 };
  expect(changesTo(now)).toEqual([
    { label: 'Price', now: '₹1,00,000' },
    { label: 'Description', now: '<p>New</p>' },
  ]);
  expect(changesTo({ ...opened, fields: [] })).toEqual([{ label: 'Sections', now: '' }]);
});
