/** The administrator's exams, searched, sorted and paged by the server, newest start first. */
import { listSorts } from '#contract/desk/list-sorts.ts';
import { type Exam, examListSchema, examStatuses } from '#contract/wire/exams.ts';
import { examFormats } from '#contract/wire/values.ts';
import { type Found, useFound } from '#web/shared/desk/use-found.ts';

const PAGE_SIZE = 10;

/** @param name the key for the reader's choices about this list; without it, the list is one within a dialog */
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
