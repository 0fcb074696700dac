/**
 * One page of what the server finds: searched, filtered, sorted. The address holds the search, filters, order and page,
 * so that a list can be sent, reloaded and come back to; a list within a dialog keeps them to itself.
 */
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { api, type ListSchema } from '#web/shared/http.ts';
import { type Asked, useAsk } from '#web/shared/use-load.ts';
import { ageOf } from './age-words.ts';
import { changeListChoice, useDeskChoices } from './desk-choices.ts';
import { countPages, existingPage } from './pager.tsx';
import { LONGEST_SEARCH, useSearch } from './search-box.tsx';

const PAGE_SIZE = 20;

/** The page sizes that a person may choose; every list of the server accepts them. */
export const pageSizes = [10, 20, 50, 100] as const;

export interface Sort {
  /** The key in the server's query. */
  key: string;
  order: 'asc' | 'desc';
}

export interface Found<Row> {
  /** The name under which choices about the list are remembered. */
  name: string;
  /** `before`: how many rows come before the page in `data`; `age`: how many seconds old the page was when it came. */
  asked: Asked<{ data: Row[]; total: number; before: number; age?: number }>;
  search: string;
  setSearch: (typed: string) => void;
  page: number;
  pages: number;
  /** @param replace replaces the entry in the history, so that Back doesn't lead to the page before */
  setPage: (page: number, replace?: boolean) => void;
  pageSize: number;
  setPageSize: (size: number) => void;
  total: number;
  /** The chosen value of each filter; a filter that isn't here has none. */
  filters: Readonly<Record<string, string>>;
  setFilter: (name: string, value: string) => void;
  /** Null for the list's own order. */
  sort: Sort | null;
  setSort: (sort: Sort | null) => void;
  /** Path of the workbook with everything that search and filters find. */
  exportPath: string;
  /** Path of the workbook with these rows alone, whatever has become of them meanwhile. */
  exportPathOf: (ids: readonly string[]) => string;
  /** Whether anything narrows the list. */
  narrowed: boolean;
  /** Different for each page, search, filter and order: when it changes, the rows selected before no longer are. */
  shown: string;
}

interface Listing {
  /** The name under which choices about the list are remembered; otherwise its path. */
  name?: string;
  /** The page size until a person chooses another. */
  pageSize?: number;
  /** The server's filters with the values that each may have; any words when there are no `options`. */
  filters?: readonly { name: string; options?: readonly { value: string }[] }[];
  /** The keys by which the server can sort the list. */
  sorts?: readonly string[];
  /** The last part of the workbook's path, below the list's path; `export` unless given. */
  workbook?: string;
  /** For a list within a dialog: the address stays as it is. */
  apart?: boolean;
}

/**
 * @param path below /api/v1/, such as `payments`
 * @param schema must be the same object on every render
 */
export function useFound<Row>(
  path: string,
  schema: ListSchema<Row>,
  listing: Listing = {},
): Found<Row> {
  const looking = useLooking(path, listing);
  const { wanted, before } = looking;
  const asked = useAsk(
    useCallback(
      async (signal: AbortSignal) => {
        let age = 0;
        const heard = (headers: Headers) => {
          age = ageOf(headers);
        };
        const found = await api.getPage(wanted, schema, { signal, heard });
        return { ...found, before, age };
      },
      [wanted, before, schema],
    ),
  );
  return useFoundBy(looking, asked);
}

/** The state of a list before anything has come. */
type Looking = Omit<Found<never>, 'asked' | 'pages' | 'total'> & {
  /** Path of the page to ask for, below /api/v1/. */
  wanted: string;
  /** How many rows come before the page. */
  before: number;
};

/** For lists that are asked for in their own way, for example repeatedly; `useFoundBy` then adds what came. */
export function useLooking(path: string, listing: Listing = {}): Looking {
  const { pageSize: usual = PAGE_SIZE, workbook = 'export', sorts } = listing;
  const { apart = false, name: listName = path } = listing;
  const [address, setAddress] = useSearchParams();
  const [own, setOwn] = useState(() => new URLSearchParams());
  const at = apart ? own : address;
  const given = (at.get('search') ?? '').slice(0, LONGEST_SEARCH);

  const put = (changes: Readonly<Record<string, string | null>>, replace = true) => {
    const next = new URLSearchParams(at);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    if (apart) setOwn(next);
    else setAddress(next, { replace, preventScrollReset: true });
  };
  const [search, setSearch] = useSearch(given, (typed) => put({ search: typed, page: null }));

  // An address may be old or mistyped: a value in it that the server would refuse is ignored.
  const filters = Object.fromEntries(
    (listing.filters ?? []).flatMap(({ name, options }) => {
      const value = (at.get(name) ?? '').slice(0, LONGEST_SEARCH);
      const isKnown = options?.some((option) => option.value === value) ?? value !== '';
      return isKnown ? [[name, value]] : [];
    }),
  );
  const key = sorts?.find((each) => each === at.get('sort'));
  const sort: Sort | null = key
    ? { key, order: at.get('order') === 'desc' ? 'desc' : 'asc' }
    : null;
  const chosen = Object.entries(filters);
  const finding = new URLSearchParams([...(given === '' ? [] : [['search', given]]), ...chosen]);
  const sorted = sort ? { sort: sort.key, order: sort.order } : {};
  const query = new URLSearchParams([...finding, ...Object.entries(sorted)]).toString();

  const remembered = useDeskChoices().lists[listName]?.pageSize;
  const pageSize =
    pageSizes.find((size) => size === Number(at.get('pageSize') ?? remembered)) ?? usual;
  const wantedPage = Math.trunc(Number(at.get('page')));
  const page = wantedPage >= 1 && wantedPage <= MOST_PAGES ? wantedPage : 1;

  return {
    wanted: `${path}?${query}${query && '&'}page=${page}&pageSize=${pageSize}`,
    before: (page - 1) * pageSize,
    name: listName,
    search,
    setSearch,
    page,
    // By default it adds an entry to the history, so that Back leads to the page before.
    setPage: (to, replace = false) => put({ page: to === 1 ? null : String(to) }, replace),
    pageSize,
    setPageSize: (size) => {
      if (!apart) changeListChoice(listName, { pageSize: size });
      put({ pageSize: String(size), page: null });
    },
    filters,
    setFilter: (name, value) => put({ [name]: value, page: null }),
    sort,
    setSort: (to) => put({ sort: to?.key ?? null, order: to?.order ?? null, page: null }),
    exportPath: `${path}/${workbook}?${finding}`,
    exportPathOf: (ids) => `${path}/${workbook}?chosen=${ids.join(',')}`,
    narrowed: finding.size > 0,
    shown: `${query}&${page}&${pageSize}`,
  };
}

/**
 * @param beyond where to go when the reader's page is gone. `last` is for a list that shrinks by itself, so that
 *   readers stay near where they were
 */
export function useFoundBy<Row>(
  looking: Looking,
  asked: Found<Row>['asked'],
  beyond: 'first' | 'last' = 'first',
): Found<Row> {
  const { page, pageSize, setPage } = looking;
  const total = asked.latest?.total ?? 0;
  const pages = countPages(total, pageSize);
  // The list has shrunk below this page.
  const lost = asked.loaded.state === 'ready' && existingPage(page, pages) !== page;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time the page is lost.
  useEffect(() => {
    if (lost) setPage(beyond === 'last' ? pages : 1, true);
  }, [lost]);
  return { ...looking, asked, total, pages };
}

/** The same limit as on the server. */
const MOST_PAGES = 1_000_000;
