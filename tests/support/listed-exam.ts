import type { Exam } from '#contract/wire/exams.ts';

/** An exam as the list of open exams has it. */
export const listedExam = (name: string, startDate: string, more: Partial<Exam> = {}): Exam => ({
  _id: name,
  name,
  price: 500,
  description: '',
  startDate,
  duration: 60,
  format: 'MCQ',
  status: 'Active',
  start: 'own',
  imageUrl: null,
  ...more,
});
