/** The order of the pages, as lists of hashes; each act gives a new list. */

export function movePage(list: readonly string[], index: number, step: 1 | -1): string[] {
  const moved = [...list];
  const [page] = moved.splice(index, 1);
  if (page !== undefined) moved.splice(Math.max(0, index + step), 0, page);
  return moved;
}

export function removePage(list: readonly string[], index: number): string[] {
  return list.filter((_, at) => at !== index);
}

/** Puts a page in the place of another, or at the end when `index` is null. */
export function placePage(list: readonly string[], page: string, index: number | null): string[] {
  return index === null ? [...list, page] : list.with(index, page);
}
