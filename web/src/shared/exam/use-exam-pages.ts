/** The administrator's exams as the server finds, sorts and pages them, newest start first. */
import { listSorts } from '#contract/desk/list-sorts.ts';
import { type Exam, examListSchema, examStatuses } from '#contract/wire/exams.ts';
import { examFormats } from '#contract/wire/values.ts';
import { type Found, useFound } from '#web/shared/desk/use-found.ts';

const PAGE_SIZE = 10;

/** @param name by which choices about it are remembered; without one it is a list within a window */
export function useExamPages(name?: string): Found<Exam> {
  return useFound<Exam>('exams', examListSchema, {
    pageSize: PAGE_SIZE,
    filters: [
      {
        name: 'status',
        options: [...examStatuses, 'Archived', 'Deleted'].map((value) => ({ value })),
      },
      { name: 'format', options: examFormats.map((value) => ({ value })) },
    ],
    sorts: listSorts.exams,
    ...(name === undefined ? { apart: true } : { name }),
  });
}
