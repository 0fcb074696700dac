/**
 * The candidates of a board. Only rows near the visible part are rendered, so a hall of five hundred costs a cheap
 * phone no more than a hall of twenty. Rows that aren't rendered are found by the board's search, not by the browser's.
 */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import type { BoardRow } from '#contract/hall/board.ts';
import styles from './board.module.css';
import type { SeatClock } from './clock-once-sent.ts';
import { type SeatPress, SeatRow } from './seat-row.tsx';

/**
 * Rows rendered beyond each edge of the screen, so that neither quick scrolling nor the Tab key comes to an empty
 * place.
 */
const ROWS_BEYOND = 4;
/** Estimated height in pixels, until a row has been rendered and measured. */
const LIKELY_HEIGHT = 190;

interface SeatListProps {
  rows: readonly BoardRow[];
  now: number;
  seenAt: number | null;
  clockOf: (row: BoardRow) => SeatClock;
  queuedOf: (row: BoardRow) => string;
  refusedOf: (row: BoardRow) => string;
  codeOf: (row: BoardRow) => string;
  onPress: (row: BoardRow, press: SeatPress) => void;
}

export function SeatList({
  rows,
  now,
  seenAt,
  clockOf,
  queuedOf,
  refusedOf,
  codeOf,
  onPress,
}: SeatListProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [place, setPlace] = useState({ top: 0, gap: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content above the list may change together with the rows
  useLayoutEffect(() => {
    if (!body.current) return;
    const top = Math.round(body.current.getBoundingClientRect().top + window.scrollY);
    const gap = Number.parseFloat(getComputedStyle(body.current).rowGap) || 0;
    setPlace((last) => (last.top === top && last.gap === gap ? last : { top, gap }));
  }, [rows]);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => LIKELY_HEIGHT,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: ROWS_BEYOND,
    scrollMargin: place.top,
    gap: place.gap,
    useFlushSync: false,
  });
  const drawn = virtual.getVirtualItems();
  const before = (drawn[0]?.start ?? place.top) - place.top;
  const after = virtual.getTotalSize() - ((drawn.at(-1)?.end ?? place.top) - place.top);
  return (
    <table aria-label="Candidates" aria-rowcount={rows.length} className={styles.seats}>
      <tbody
        ref={body}
        className={styles.seats}
        style={{ paddingTop: before, paddingBottom: Math.max(0, after) }}
      >
        {drawn.map(({ index, key }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <SeatRow
              key={key}
              ref={virtual.measureElement}
              index={index}
              row={row}
              now={now}
              seenAt={seenAt}
              clock={clockOf(row)}
              queued={queuedOf(row)}
              refused={refusedOf(row)}
              code={codeOf(row)}
              onPress={onPress}
            />
          );
        })}
      </tbody>
    </table>
  );
}
