// The SQL that lists share: which rows a page is, what a search looks for, and how they are sorted.

type PageWindow = { limit: number; offset: number; backwards: boolean };

/**
 * Which rows of an ordered index a page is: from whichever end is nearer, so that the last page costs what the first one does.
 * @param wanted `page` counts from 1
 * @param total how many rows there are in all
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

/** What stands between % signs for `ilike` to find `words` as they are. */
export function likeWords(words: string): string {
  return `%${words.replace(/[\\%_]/g, '\\$&').replace(/['‘’]/g, '_')}%`;
}

/**
 * The rows that somebody chose; where none are named all, by another statement: a plan made for both would read all for a few.
 * @param id SQL of what a row is chosen by
 * @param chosen their ids, commas between
 * @param place of the parameter with the ids: the last one
 * @returns what stands after the other conditions, and its parameters
 */
export const onlyChosen = (id: string, chosen: string, place: number): [string, string[]] =>
  chosen === '' ? ['', []] : [`and ${id} = any(string_to_array($${place}::text, ','))`, [chosen]];

// How a list is sorted: a request names a key of a closed list, and only the list's own map knows its SQL. What is missing or
// empty comes last either way round, and rows alike stand by their id, so that no page shows a row twice.

type SortOrder = 'asc' | 'desc';
export type Sort<Key extends string> = { sort?: Key | undefined; order: SortOrder };

/** In any case, and quick: by code point. */
export const byText = (expression: string): string =>
  `nullif(lower(left(${expression}, 80)), '') collate "C"`;

/** By the number that a typed text begins with: "78 %", "8.9 CGPA". */
export const byNumberIn = (expression: string): string =>
  `substring(${expression} from '^[0-9]{1,6}(?:[.][0-9]{1,4})?')::numeric`;

/**
 * What stands after `order by`; null where nobody chose a key.
 * @param keys SQL of each key, ours alone
 * @param id SQL of what no two rows share
 * @param backwards for a page counted from the end
 */
export function sortedBy<Key extends string>(
  keys: Readonly<Record<Key, string>>,
  { sort, order }: Sort<Key>,
  id: string,
  backwards = false,
): string | null {
  if (sort === undefined) return null;
  const down = (order === 'desc') !== backwards;
  return `${keys[sort]} ${down ? 'desc' : 'asc'} nulls ${backwards ? 'first' : 'last'}, ${id} ${backwards ? 'desc' : 'asc'}`;
}
