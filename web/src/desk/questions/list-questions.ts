/** Asking for the bank: one page of questions, and the types with how many there are. */
import * as z from 'zod/mini';
import { questionSchema } from '#contract/desk/questions.ts';
import { api } from '#web/shared/http.ts';

export const PAGE_SIZE = 20;

const listSchema = z.array(questionSchema);
const typesSchema = z.array(z.object({ type: z.string(), count: z.number() }));
export type TypeCounts = z.output<typeof typesSchema>;

export interface Wanted {
  search: string;
  /** Empty for all. */
  type: string;
  /** From 1. */
  page: number;
}

/** @returns one page, newest first, and how many are found in all */
export function listQuestions({ search, type, page }: Wanted, signal: AbortSignal) {
  const query = new URLSearchParams({
    search,
    type,
    page: String(page),
    pageSize: String(PAGE_SIZE),
  });
  return api.getPage(`questions?${query}`, listSchema, { signal });
}

export function listTypes(signal: AbortSignal) {
  return api.get('exams/question-counts', typesSchema, { signal });
}
