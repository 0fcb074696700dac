/** Which exams a search finds: name, format and start as shown, without regard to case. */
import type { Exam } from '#contract/exams.ts';
import { formatDateTime } from '#web/lib/format.ts';

/** @returns the exams found, newest start first */
export function searchExams(exams: readonly Exam[], search: string): Exam[] {
  const wanted = search.trim().toLowerCase();
  return exams
    .filter(({ name, format, startDate }) =>
      [name, format, formatDateTime(startDate)].some((text) => text.toLowerCase().includes(wanted)),
    )
    .sort((a, b) => Date.parse(b.startDate) - Date.parse(a.startDate));
}

/** Past exams are greyed. */
export function isPast(exam: Pick<Exam, 'startDate'>, now: number): boolean {
  return Date.parse(exam.startDate) < now;
}
