/** A table with a caption. When it is wider than the screen, it scrolls within its frame, also by keyboard. */
import type { Key, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './data-table.module.css';

export interface Column<Row> {
  key: string;
  head: ReactNode;
  cell: (row: Row, index: number) => ReactNode;
  /** Numbers: aligned to the right, in tabular figures. */
  numeric?: boolean;
  /** The cell that names its row. */
  rowHead?: boolean;
  /** Stays in sight at the end of a dense table while the rest scrolls; used for acts on the row. */
  pinned?: boolean;
}

export interface DataTableProps<Row> {
  /** Names the table for screen readers; shown too unless `captionHidden`. */
  caption: string;
  captionHidden?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => Key;
  /** What the row's look says must also be said in one of its cells. */
  rowClass?: (row: Row) => string | undefined;
  /** Replaces the row's cells, as wide as the frame; null for an ordinary row. */
  spanning?: (row: Row) => ReactNode;
  /** For a desk: tighter; the head and the naming column stay in sight while the rest scrolls. */
  dense?: boolean;
  /** On a phone each row is a card; for a table whose rows are read, not compared. */
  cards?: boolean;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    caption,
    captionHidden = false,
    columns,
    rows,
    rowKey,
    rowClass,
    spanning,
    dense = false,
    cards = false,
  } = props;
  return (
    <section
      className={classNames(styles.frame, dense && styles.dense, cards && styles.cards)}
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
    >
      <table className={styles.table}>
        <caption className={captionHidden ? styles.hiddenCaption : styles.caption}>
          {caption}
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={lookOf(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const span = spanning?.(row);
            return (
              <tr key={rowKey(row, index)} className={rowClass?.(row)}>
                {span ? (
                  <td colSpan={columns.length} className={styles.span}>
                    <div>{span}</div>
                  </td>
                ) : (
                  columns.map((column) => {
                    const Cell = column.rowHead ? 'th' : 'td';
                    return (
                      <Cell
                        key={column.key}
                        scope={column.rowHead ? 'row' : undefined}
                        className={lookOf(column)}
                        data-head={
                          cards && typeof column.head === 'string' ? column.head : undefined
                        }
                      >
                        {cards ? <div>{column.cell(row, index)}</div> : column.cell(row, index)}
                      </Cell>
                    );
                  })
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function lookOf<Row>({ numeric, rowHead, pinned }: Column<Row>): string | undefined {
  const looks = [numeric && styles.numeric, rowHead && styles.naming, pinned && styles.pinned];
  return classNames(...looks) || undefined;
}
