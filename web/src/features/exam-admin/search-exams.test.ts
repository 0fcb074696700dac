import { expect, it } from 'vitest';
import type { Exam } from '#contract/exams.ts';
import { isPast, searchExams } from './search-exams.ts';

const exam = (name: string, startDate: string, format: Exam['format'] = 'MCQ'): Exam => ({
  _id: name,
  name,
  startDate,
  format,
  price: 500,
  description: '',
  duration: 60,
  status: 'Active',
  imageUrl: null,
});
const exams = [
  exam('Virtual Assistant', '2026-03-02T05:00:00.000Z'),
  exam('Data Entry', '2026-11-21T05:00:00.000Z', 'DOC Upload'),
  exam('BPO Voice', '2026-07-04T20:00:00.000Z', 'MIX'),
];
const found = (search: string) => searchExams(exams, search).map(({ name }) => name);

it('shows the newest start first (specification section 9)', () => {
  expect(found('')).toEqual(['Data Entry', 'BPO Voice', 'Virtual Assistant']);
});

it('finds by name, by format and by the start as it is shown, in any case', () => {
  expect(found('  VOICE ')).toEqual(['BPO Voice']);
  expect(found('doc up')).toEqual(['Data Entry']);
  expect(found('5 jul 2026, 1:30 AM')).toEqual(['BPO Voice']);
  expect(found('2026-07')).toEqual([]);
});

it('takes an exam for past once its start is', () => {
  const now = Date.parse('2026-07-04T20:00:00.000Z');
  expect(exams.map((each) => isPast(each, now))).toEqual([true, false, false]);
});
