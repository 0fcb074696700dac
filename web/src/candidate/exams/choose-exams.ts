/** Which of the exams a visitor looks for: those that are open now, those to come, those of one format. Soonest first. */
import { type Exam, type ExamFormat, isOver } from '#contract/wire/exams.ts';

export const whens = ['open', 'upcoming'] as const;
export type When = (typeof whens)[number];

export interface ExamsWanted {
  /** Null: whenever. */
  when: When | null;
  /** Null: any. */
  format: ExamFormat | null;
}

/** @param at milliseconds since 1970 */
export function isOpen({ startDate }: Pick<Exam, 'startDate'>, at: number): boolean {
  return Date.parse(startDate) <= at;
}

const DAY_MS = 86_400_000;

/** How long it is until an exam that is to come, in days of India: `Starts today`, `Starts in 3 days`. */
export function startsIn({ startDate }: Pick<Exam, 'startDate'>, at: number): string {
  const days = indiaDay(Date.parse(startDate)) - indiaDay(at);
  if (days <= 0) return 'Starts today';
  return days === 1 ? 'Starts tomorrow' : `Starts in ${days} days`;
}

/** Five and a half hours ahead, all year. */
const indiaDay = (instant: number) => Math.floor((instant + 5.5 * 3_600_000) / DAY_MS);

/** Those to be applied for that are wanted: the open ones, newest first, then those to come, soonest first. */
export function chooseExams(
  exams: readonly Exam[],
  { when, format }: ExamsWanted,
  at: number,
): Exam[] {
  const found = exams.filter(
    (exam) =>
      exam.status === 'Active' &&
      !isOver(exam, at) &&
      (format === null || exam.format === format) &&
      (when === null || (when === 'open') === isOpen(exam, at)),
  );
  const away = ({ startDate }: Exam) => Math.abs(Date.parse(startDate) - at);
  return found.sort((a, b) => Number(isOpen(b, at)) - Number(isOpen(a, at)) || away(a) - away(b));
}
