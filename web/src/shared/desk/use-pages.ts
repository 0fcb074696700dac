/** The page that is being looked at of a list that may shrink. */
import { useState } from 'react';
import { type PageOf, pageOf } from './page-of.ts';

export function usePages<Row>(
  rows: readonly Row[],
  size: number,
): PageOf<Row> & { setPage: (page: number) => void } {
  const [wanted, setPage] = useState(1);
  const cut = pageOf(rows, wanted, size);
  // Having gone to page 1 it stays there when the list grows again.
  if (cut.page !== wanted) setPage(cut.page);
  return { ...cut, setPage };
}
