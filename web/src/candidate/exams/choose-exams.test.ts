import { expect, it } from 'vitest';
import { isOver } from '#contract/wire/exams.ts';
import { listedExam } from '#tests/support/listed-exam.ts';
import { chooseExams, startsIn } from './choose-exams.ts';

const AT = Date.parse('2026-11-22T04:30:00.000Z'); // 10 am in India

const exams = [
  listedExam('next year', '2027-01-05T04:30:00.000Z', { format: 'MIX' }),
  listedExam('tomorrow', '2026-11-22T18:30:00.000Z'), // midnight in India
  listedExam('long open', '2026-10-01T04:30:00.000Z', { format: 'MIX' }),
  listedExam('just open', '2026-11-22T04:30:00.000Z'),
  listedExam('closed', '2026-11-21T04:30:00.000Z', { status: 'Inactive' }),
  listedExam('over for everyone', '2026-11-22T03:30:00.000Z', { start: 'together' }),
];
const names = (wanted: Parameters<typeof chooseExams>[1]) =>
  chooseExams(exams, wanted, AT).map(({ name }) => name);

it('lists open exams before future ones, each nearest first, and nothing that is closed or over', () => {
  expect(names({ when: null, format: null })).toEqual([
    'just open',
    'long open',
    'tomorrow',
    'next year',
  ]);
});

it('an exam is over for a candidate with extra time only once that time is over too, but their other exams end as usual', () => {
  const exam = listedExam('together', '2026-11-22T03:30:00.000Z', { start: 'together' });
  const end = AT + (exam.duration - 60) * 60_000;
  const own = { examID: exam._id, extraPercent: 50 };
  const isOverAt = (at: number, who?: typeof own) => isOver(exam, at, who);
  expect([isOverAt(end - 1), isOverAt(end), isOverAt(end, own)]).toEqual([false, true, false]);
  const later = end + exam.duration * 30_000;
  expect([isOverAt(later - 1, own), isOverAt(later, own)]).toEqual([false, true]);
  expect(isOverAt(end, { ...own, examID: 'another' })).toBe(true);
});

it('filters by open, upcoming and format', () => {
  expect(names({ when: 'open', format: null })).toEqual(['just open', 'long open']);
  expect(names({ when: 'upcoming', format: null })).toEqual(['tomorrow', 'next year']);
  expect(names({ when: 'upcoming', format: 'MIX' })).toEqual(['next year']);
});

it('counts the days to a start by the calendar in India', () => {
  expect(startsIn({ startDate: '2026-11-22T18:29:00.000Z' }, AT)).toBe('Starts today');
  expect(startsIn({ startDate: '2026-11-22T18:30:00.000Z' }, AT)).toBe('Starts tomorrow');
  expect(startsIn({ startDate: '2026-11-25T01:00:00.000Z' }, AT)).toBe('Starts in 3 days');
});
