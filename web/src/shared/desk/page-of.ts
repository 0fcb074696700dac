/** Cutting a list into pages. */

export interface PageOf<Row> {
  rows: readonly Row[];
  /** From 1; the first one when the list has become too short for the page that was asked for. */
  page: number;
  pages: number;
  /** How many rows come before this page. */
  before: number;
}

export function countPages(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}

/** Specification section 4: a page beyond the last one becomes page 1. */
export function settlePage(page: number, pages: number): number {
  return page >= 1 && page <= pages ? page : 1;
}

export function pageOf<Row>(rows: readonly Row[], wanted: number, size: number): PageOf<Row> {
  const pages = countPages(rows.length, size);
  const page = settlePage(wanted, pages);
  const before = (page - 1) * size;
  return { rows: rows.slice(before, before + size), page, pages, before };
}
