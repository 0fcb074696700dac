/** Pages of the ended sittings of an exam whose documents are marked by hand. */
import { type MarkingFilter, markingListSchema } from '#contract/desk/marking.ts';
import { api } from '#web/shared/http.ts';

/** As many as a list is walked through without turning. */
export const PAGE_SIZE = 50;

/** @param wanted `after` is the last sitting of the page before, or empty */
export function listMarkable(
  wanted: { examId: string; filter: MarkingFilter; search: string; after: string },
  signal: AbortSignal,
) {
  const { examId, ...query } = wanted;
  const words = new URLSearchParams({ ...query, pageSize: String(PAGE_SIZE) });
  return api.getPage(`exams/${examId}/marking?${words}`, markingListSchema, { signal });
}
