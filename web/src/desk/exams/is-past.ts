/** Past exams are greyed. */
import type { Exam } from '#contract/wire/exams.ts';

export function isPast(exam: Pick<Exam, 'startDate'>, now: number): boolean {
  return Date.parse(exam.startDate) < now;
}
