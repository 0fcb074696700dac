/** One page of what a search finds on the server, with where one is in it. */
import { useCallback, useState } from 'react';
import { api, type ListSchema } from '#web/shared/http.ts';
import { type Asked, useAsk } from '#web/shared/use-load.ts';
import { countPages, settlePage } from './page-of.ts';
import { useSettled } from './use-settled.ts';

const PAGE_SIZE = 20;

export interface Found<Row> {
  /** `before`: how many come before the page that `data` is. */
  asked: Asked<{ data: Row[]; total: number; before: number }>;
  search: string;
  setSearch: (typed: string) => void;
  page: number;
  pages: number;
  setPage: (page: number) => void;
  total: number;
  /** What is chosen of each filter; nothing of those that aren't here. */
  filters: Readonly<Record<string, string>>;
  setFilter: (name: string, value: string) => void;
  /** What is looked for, to come back to; empty when that is everything. */
  query: string;
  /** Where all that search and filters find is had as a workbook. */
  exportPath: string;
  /** Whether anything narrows the list. */
  narrowed: boolean;
}

/**
 * @param path below /api/v1/, such as `payments`
 * @param schema must be the same object on every render
 * @param begun what to look for at first, as `query` had it
 */
export function useFound<Row>(
  path: string,
  schema: ListSchema<Row>,
  pageSize = PAGE_SIZE,
  begun?: URLSearchParams,
): Found<Row> {
  const [search, setSearch] = useState(begun?.get('search') ?? '');
  const settled = useSettled(search.trim());
  const [filters, setFilters] = useState<Readonly<Record<string, string>>>(() => {
    const { search: _, ...others } = Object.fromEntries(begun ?? []);
    return others;
  });
  const chosen = Object.entries(filters).filter(([, value]) => value !== '');
  const query = new URLSearchParams([['search', settled], ...chosen]).toString();
  // Another search or filter begins at its first page.
  const [at, setAt] = useState({ query, page: 1 });
  const page = at.query === query ? at.page : 1;
  const asked = useAsk(
    useCallback(
      async (signal: AbortSignal) => {
        const wanted = `${path}?${query}&page=${page}&pageSize=${pageSize}`;
        const found = await api.getPage(wanted, schema, { signal });
        return { ...found, before: (page - 1) * pageSize };
      },
      [path, query, page, pageSize, schema],
    ),
  );
  const total = asked.latest?.total ?? 0;
  const pages = countPages(total, pageSize);
  // The list has shrunk below this page (specification section 4).
  if (asked.loaded.state === 'ready' && settlePage(page, pages) !== page) setAt({ query, page: 1 });
  return {
    asked,
    search,
    setSearch,
    page,
    pages,
    setPage: (to) => setAt({ query, page: to }),
    total,
    filters,
    setFilter: (name, value) => setFilters((before) => ({ ...before, [name]: value })),
    query: new URLSearchParams([
      ...(settled === '' ? [] : [['search', settled]]),
      ...chosen,
    ]).toString(),
    exportPath: `${path}/export?${query}`,
    narrowed: settled !== '' || chosen.length > 0,
  };
}
