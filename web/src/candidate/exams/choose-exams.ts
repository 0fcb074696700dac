/** Chooses the exams that a visitor looks for: open now, upcoming, or of one format. */
import { type Exam, type ExamFormat, isOver } from '#contract/wire/exams.ts';

export const whens = ['open', 'upcoming'] as const;
export type When = (typeof whens)[number];

export interface ExamsWanted {
  /** Null for open and upcoming exams alike. */
  when: When | null;
  /** Null for any format. */
  format: ExamFormat | null;
}

/** @param at milliseconds since 1970 */
export function isOpen({ startDate }: Pick<Exam, 'startDate'>, at: number): boolean {
  return Date.parse(startDate) <= at;
}

const DAY_MS = 86_400_000;

/** How long until an upcoming exam starts, in calendar days of India: `Starts today`, `Starts in 3 days`. */
export function startsIn({ startDate }: Pick<Exam, 'startDate'>, at: number): string {
  const days = indiaDay(Date.parse(startDate)) - indiaDay(at);
  if (days <= 0) return 'Starts today';
  return days === 1 ? 'Starts tomorrow' : `Starts in ${days} days`;
}

/** Numbers the calendar days of India, which is five and a half hours ahead of UTC all year. */
const indiaDay = (instant: number) => Math.floor((instant + 5.5 * 3_600_000) / DAY_MS);

/**
 * The wanted exams that can be applied for: open exams first, the one that opened last at the top; then upcoming exams,
 * the soonest first.
 */
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
