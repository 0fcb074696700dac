/** Asking for enquiries: a page of them, and what there is to choose. */
import {
  enquiryKindNames,
  enquiryKinds,
  enquiryListSchema,
  enquiryStateNames,
  enquiryStates,
} from '#contract/enquiries.ts';
import { api } from '#web/lib/http.ts';

export const PAGE_SIZE = 20;

export const kindOptions = enquiryKinds.map((value) => ({ value, label: enquiryKindNames[value] }));
export const stateOptions = enquiryStates.map((value) => ({
  value,
  label: enquiryStateNames[value],
}));

/** Empty texts match everything. */
export interface Filter {
  search: string;
  kind: string;
  state: string;
}

export function filterQuery({ search, kind, state }: Filter): URLSearchParams {
  return new URLSearchParams({ search, kind, state });
}

/** @param page from 1 */
export function listEnquiries(filter: Filter, page: number, signal: AbortSignal) {
  const query = filterQuery(filter);
  query.set('page', String(page));
  query.set('pageSize', String(PAGE_SIZE));
  return api.getPage(`enquiries?${query}`, enquiryListSchema, { signal });
}
