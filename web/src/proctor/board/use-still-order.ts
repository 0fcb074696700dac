/**
 * The candidates of a board in an order that stays: who acts at once on one must not meet another who has just moved
 * under the thumb. Who comes later stands at the end, and who belongs elsewhere by now stays, until it is sorted again.
 */
import { useCallback, useEffect, useState } from 'react';
import type { BoardRow } from '#contract/hall/board.ts';

interface StillOrder {
  shown: readonly BoardRow[];
  /** Sorted now, it would be another list. */
  hasChanged: boolean;
  sortAgain: () => void;
}

interface BoardList {
  rows: readonly BoardRow[];
  /** Those that belong in the list, in the order that they should have. */
  found: readonly BoardRow[];
  live: boolean;
}

export function useStillOrder({ rows, found, live }: BoardList): StillOrder {
  const [turn, setTurn] = useState(0);
  const [kept, setKept] = useState<{ turn: number; ids: readonly string[] }>({ turn, ids: [] });
  const known = new Map(rows.map((row) => [row.id, row]));
  const stay = new Set(kept.turn === turn ? kept.ids.filter((id) => known.has(id)) : []);
  const sorted = found.map(({ id }) => id);
  const ids = [...stay, ...sorted.filter((id) => !stay.has(id))];
  if (kept.turn !== turn || !isSame(kept.ids, ids)) setKept({ turn, ids });

  const sortAgain = useCallback(() => setTurn((last) => last + 1), []);
  // What this phone kept is shown as the board opens, and may be of this morning: the first news sorts it, once.
  const [hasNews, setHasNews] = useState(live);
  if (live && !hasNews) {
    setHasNews(true);
    sortAgain();
  }
  useEffect(() => {
    const seen = () => {
      if (document.visibilityState === 'visible') sortAgain();
    };
    document.addEventListener('visibilitychange', seen);
    return () => document.removeEventListener('visibilitychange', seen);
  }, [sortAgain]);
  return {
    shown: ids.flatMap((id) => known.get(id) ?? []),
    hasChanged: !isSame(ids, sorted),
    sortAgain,
  };
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((id, at) => id === others[at]);
}
