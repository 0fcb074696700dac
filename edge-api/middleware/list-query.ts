// What the lists take in their queries: words to search for, and which page. A wrong number is refused.
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
