// What the queries of lists share: counting, the rows of a page, all rows piece by piece, what a search looks for, sorting.

import * as z from 'zod/mini';
import type { Database } from '../client.ts';

const totalSchema = z.tuple([z.object({ total: z.int() })]);

/** @param from the SQL from the table's name on */
export async function countRows(
  db: Database,
  from: string,
  params: Parameters<Database['rows']>[1],
): Promise<number> {
  const [{ total }] = totalSchema.parse(
    await db.rows(`select count(*)::int as total from ${from}`, params),
  );
  return total;
}

/**
 * All rows in pieces, one query each, so that they never fill the memory, however many there are. No transaction stays
 * open between pieces, however slowly the caller takes them.
 * @param read reads at most `size` rows: the first ones, or those after the last row of the piece before
 */
export async function* inPieces<Row>(
  size: number,
  read: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  do {
    const piece = await read(last);
    if (piece.length > 0) yield piece;
    last = piece.length < size ? undefined : piece.at(-1);
  } while (last !== undefined);
}

type PageWindow = { limit: number; offset: number; backwards: boolean };

/**
 * The rows of a page in an ordered index, from whichever end is nearer, so that the last page costs no more than the
 * first.
 * @param wanted `page` counts from 1
 * @param total number of rows
 */
export function pageWindow(
  { page, pageSize }: { page: number; pageSize: number },
  total: number,
): PageWindow {
  const before = (page - 1) * pageSize;
  const limit = Math.max(0, Math.min(pageSize, total - before));
  const after = total - before - limit;
  return limit > 0 && after < before
    ? { limit, offset: after, backwards: true }
    : { limit, offset: before, backwards: false };
}

const idsSchema = z.array(z.object({ id: z.string() }));

/**
 * A list as SQL: where its rows are read from, which of them, and (`usual`) their order if no sort key is chosen,
 * forwards and backwards.
 */
type OrderedList<Key extends string> = {
  from: string;
  /** Joins that sorting by the chosen key needs. */
  joined: string;
  where: string;
  params: readonly (string | number)[];
  /** SQL of a unique value. */
  id: string;
  sorts: Readonly<Record<Key, string>>;
  usual: readonly [forwards: string, backwards: string];
};

/** The ids of one page, read from whichever end is nearer, and how many rows there are in all. */
export async function pageOfAll<Key extends string>(
  db: Database,
  { from, joined, where, params, id, sorts, usual }: OrderedList<Key>,
  wanted: ListPage<Key>,
): Promise<{ ids: string[]; total: number }> {
  const total = await countRows(db, `${from} where ${where}`, params);
  const { limit, offset, backwards } = pageWindow(wanted, total);
  const order = sortedBy(sorts, wanted, id, backwards) ?? usual[backwards ? 1 : 0];
  const [most, after] = [params.length + 1, params.length + 2];
  const rows = await db.rows(
    `select ${id} as id from ${from} ${joined} where ${where} order by ${order} limit $${most}::int offset $${after}::int`,
    [...params, limit, offset],
  );
  const ids = idsSchema.parse(rows).map((row) => row.id);
  return { ids: backwards ? ids.reverse() : ids, total };
}

/**
 * The pattern with which `ilike` finds `words` literally, in the form that texts are stored in. An apostrophe matches
 * any character, because it may be stored straight or curly.
 */
export function likeWords(words: string): string {
  return `%${words
    .normalize()
    .replace(/[\\%_]/g, '\\$&')
    .replace(/['‘’]/g, '_')}%`;
}

/**
 * The condition for the chosen rows; empty if none are named, which makes another statement: one plan for both would
 * read all rows even for a few.
 * @param id SQL of the id that rows are chosen by
 * @param chosen their ids, separated by commas
 * @param place of the parameter with the ids: the last one
 * @returns the SQL after the other conditions, and its parameters
 */
export const onlyChosen = (id: string, chosen: string, place: number): [string, string[]] =>
  chosen === '' ? ['', []] : [`and ${id} = any(string_to_array($${place}::text, ','))`, [chosen]];

// How a list is sorted: a request names a key of a closed list, and only the list's own map knows its SQL. Missing or
// empty values come last in both directions, and ties are broken by id, so that no row appears on two pages.

type SortOrder = 'asc' | 'desc';
export type ListSort<Key extends string> = { sort?: Key | undefined; order: SortOrder };

/** One page of a sorted list; the first is 1. */
export type ListPage<Key extends string> = ListSort<Key> & { page: number; pageSize: number };

/** Case-insensitive, and fast: by code point. */
export const byText = (expression: string): string =>
  `nullif(lower(left(${expression}, 80)), '') collate "C"`;

/** By the number that a typed text begins with: "78 %", "8.9 CGPA". */
export const byNumberIn = (expression: string): string =>
  `substring(${expression} from '^[0-9]{1,6}(?:[.][0-9]{1,4})?')::numeric`;

/**
 * The SQL after `order by`; null if no key was chosen.
 * @param keys SQL of each key, from our code only
 * @param id SQL of a unique value
 * @param backwards for a page counted from the end
 */
export function sortedBy<Key extends string>(
  keys: Readonly<Record<Key, string>>,
  { sort, order }: ListSort<Key>,
  id: string,
  backwards = false,
): string | null {
  if (sort === undefined) return null;
  const down = (order === 'desc') !== backwards;
  return `${keys[sort]} ${down ? 'desc' : 'asc'} nulls ${backwards ? 'first' : 'last'}, ${id} ${backwards ? 'desc' : 'asc'}`;
}
