// Which rows of an ordered index a page is: from whichever end is nearer, so that the last page costs what
// the first one does.

export type PageWindow = { limit: number; offset: number; backwards: boolean };

/** @param wanted `page` counts from 1; @param total how many rows there are in all */
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
  return `%${words.replace(/[\\%_]/g, '\\$&')}%`;
}
