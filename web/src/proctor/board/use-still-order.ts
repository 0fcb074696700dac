/**
 * Keeps the candidates of a board in a stable order, so that no row moves under the proctor's thumb. New candidates are
 * added at the end, and candidates who no longer belong in the list stay in it, until it is sorted again.
 */
import { useCallback, useEffect, useState } from 'react';
import type { BoardRow } from '#contract/hall/board.ts';

interface StillOrder {
  shown: readonly BoardRow[];
  /** True when sorting again would change the list. */
  hasChanged: boolean;
  sortAgain: () => void;
}

interface BoardList {
  rows: readonly BoardRow[];
  /** The rows that belong in the list, in the order that sorting would give them. */
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
  // The board opens with what this phone kept, which may be hours old, so the first live data sorts the list, once.
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
