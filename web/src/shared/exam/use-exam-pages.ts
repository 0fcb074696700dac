/** The administrator's exams as the server finds, sorts and pages them, newest start first. */
import { type Exam, examListSchema } from '#contract/wire/exams.ts';
import { type Found, useFound } from '#web/shared/desk/use-found.ts';

const PAGE_SIZE = 10;

/** @param name by which choices about it are remembered; without one it is a list within a window */
export function useExamPages(name?: string): Found<Exam> {
  return useFound<Exam>('exams', examListSchema, {
    pageSize: PAGE_SIZE,
    filters: ['status', 'format'],
    ...(name === undefined ? { apart: true } : { name }),
  });
}
