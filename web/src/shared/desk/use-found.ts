/**
 * One page of what the server finds: searched, filtered, sorted. Where one is in it stands in the address, so that it can be
 * sent, reloaded and come back to; a list within a window keeps it to itself.
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

/** What a person may choose; every list's server takes them. */
export const pageSizes = [10, 20, 50, 100] as const;

export interface Sort {
  /** As the server's query calls it. */
  key: string;
  order: 'asc' | 'desc';
}

export interface Found<Row> {
  /** By which choices about the list are remembered. */
  name: string;
  /** `before`: how many come before the page that `data` is; `age`: how many seconds old it was when it came. */
  asked: Asked<{ data: Row[]; total: number; before: number; age?: number }>;
  search: string;
  setSearch: (typed: string) => void;
  page: number;
  pages: number;
  /** @param replace the page before is not to be come back to */
  setPage: (page: number, replace?: boolean) => void;
  pageSize: number;
  setPageSize: (size: number) => void;
  total: number;
  /** What is chosen of each filter; nothing of those that aren't here. */
  filters: Readonly<Record<string, string>>;
  setFilter: (name: string, value: string) => void;
  /** Null: in the list's own order. */
  sort: Sort | null;
  setSort: (sort: Sort | null) => void;
  /** Where all that search and filters find is had as a workbook. */
  exportPath: string;
  /** Where these alone are had, whatever has become of them meanwhile. */
  exportPathOf: (ids: readonly string[]) => string;
  /** Whether anything narrows the list. */
  narrowed: boolean;
  /** Another one for each page, search, filter and order: what was chosen on the one before is chosen no more. */
  shown: string;
}

interface Listing {
  /** By which choices about it are remembered; otherwise its path. */
  name?: string;
  /** Before a person chose another. */
  pageSize?: number;
  /** The server's filters, each with what it may be; without `options` any words. */
  filters?: readonly { name: string; options?: readonly { value: string }[] }[];
  /** What the server sorts it by. */
  sorts?: readonly string[];
  /** Where the workbook of the list is had, below its path. */
  workbook?: string;
  /** For a list within a window: the address stays as it is. */
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

/** What is looked for, before anything has come. */
type Looking = Omit<Found<never>, 'asked' | 'pages' | 'total'> & {
  /** The page to ask for, below /api/v1/. */
  wanted: string;
  /** How many come before it. */
  before: number;
};

/** For what is asked for in a way of its own, such as again and again; what comes makes it whole by `useFoundBy`. */
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

  // An address may be old or typed wrong: what the server would refuse in it is as if it weren't there.
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
    // Back leads to the page before.
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

/** @param beyond where a reader goes whose page is gone: a list that shrinks on its own leaves them where they were looking */
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

/** As the servers' bound has it. */
const MOST_PAGES = 1_000_000;
