/** Asking for the bank: questions page by page, and the types with how many there are. */
import * as z from 'zod/mini';
import { listSorts } from '#contract/desk/list-sorts.ts';
import { questionSchema } from '#contract/desk/questions.ts';
import { type Found, useFound } from '#web/shared/desk/use-found.ts';
import { api } from '#web/shared/http.ts';

const listSchema = z.array(questionSchema);
const typesSchema = z.array(z.object({ type: z.string(), count: z.number() }));
export type TypeCounts = z.output<typeof typesSchema>;

const listing = {
  filters: [{ name: 'type' }, { name: 'state', options: [{ value: 'Archived' }] }],
  sorts: listSorts.questions,
  workbook: 'download',
};

export function useQuestions(): Found<z.output<typeof questionSchema>> {
  return useFound('questions', listSchema, listing);
}

export function listTypes(signal: AbortSignal) {
  return api.get('exams/question-counts', typesSchema, { signal });
}
