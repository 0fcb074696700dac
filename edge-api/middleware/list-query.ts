// What the lists take in their queries: words to search for, which order, which page. A wrong one is refused.
import * as z from 'zod/mini';

const wholeUpTo = (most: number) => z.coerce.number().check(z.int(), z.positive(), z.maximum(most));

/** From 1. */
export const pageNumber = wholeUpTo(1_000_000);

/** @param most rows that one answer may carry */
export const pageSizeUpTo = wholeUpTo;

/** Trimmed; empty when they are missing, which finds everything. */
export const searchText = z._default(z.string().check(z.trim(), z.maxLength(200)), '');

/** `page` and `pageSize` of a paged list. @param usual rows without a `pageSize` @param most rows at all */
export const paging = (usual: number, most: number) => ({
  page: z._default(pageNumber, 1),
  pageSize: z._default(pageSizeUpTo(most), usual),
});

/** `sort` and `order` of a list. @param keys what it can be sorted by; without one it stands in its own order */
export const sorting = <const Keys extends readonly string[]>(keys: Keys) => ({
  sort: z.optional(z.enum(keys)),
  order: z._default(z.enum(['asc', 'desc']), 'asc'),
});
