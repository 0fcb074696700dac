/** The administrator's exams as the server finds and pages them. */
import { type Exam, examListSchema } from '#contract/wire/exams.ts';
import { type Found, useFound } from '#web/shared/desk/use-found.ts';

const PAGE_SIZE = 10;

export function useExamPages(): Found<Exam> {
  return useFound<Exam>('exams', examListSchema, PAGE_SIZE);
}
