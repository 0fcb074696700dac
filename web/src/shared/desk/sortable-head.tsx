/** A column's heading: a press sorts by it, another reverses the order, a third restores the list's own order. */
import { Fragment, type ReactNode } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import styles from './desk-table.module.css';
import type { Sort } from './use-found.ts';

interface SortableHeadProps<Row> {
  id: string;
  column: DeskColumn<Row>;
  className: string | undefined;
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
  /** A checkbox that selects all rows. */
  children: ReactNode;
}

export function SortableHead<Row>(props: SortableHeadProps<Row>) {
  const { id, column, className, sort, onSort, children } = props;
  const { sort: key, head } = column;
  const order = key !== undefined && sort?.key === key ? sort.order : null;
  return (
    <th
      scope="col"
      className={className}
      aria-labelledby={children ? id : undefined}
      aria-sort={order === null ? undefined : order === 'asc' ? 'ascending' : 'descending'}
    >
      {children}
      {key === undefined ? (
        <span id={id}>
          <Words head={head} />
        </span>
      ) : (
        <button
          id={id}
          type="button"
          className={styles.sort}
          onClick={() => onSort(next(key, order))}
        >
          <Words head={head} />
          {order && <Icon name={order === 'asc' ? 'arrow-up' : 'arrow-down'} size="sm" />}
        </button>
      )}
    </th>
  );
}

/** Lets `CorrectAnswer` break into two lines when its column is narrow. */
function Words({ head }: { head: string }) {
  return (
    <span>
      {head.split(/(?<=[a-z])(?=[A-Z])/).map((word, index) => (
        <Fragment key={word}>
          {index > 0 && <wbr />}
          {word}
        </Fragment>
      ))}
    </span>
  );
}

function next(key: string, order: Sort['order'] | null): Sort | null {
  if (order === null) return { key, order: 'asc' };
  return order === 'asc' ? { key, order: 'desc' } : null;
}

// One column of a list of the desk.

export interface DeskColumn<Row> {
  key: string;
  head: string;
  cell: (row: Row, index: number) => ReactNode;
  /** The key in the server's query; without it, the list can't be sorted by this column. */
  sort?: string;
  /** In rem. Columns without a width share what is left. */
  width?: number;
  /** In rem: the least width of a column without a width, when many columns leave little room. */
  least?: number;
  /** Numbers: aligned to the right, in tabular figures. */
  numeric?: boolean;
  /** The cell that names its row. */
  rowHead?: boolean;
  /** The text wraps to as many lines as it takes: for long names. */
  wraps?: boolean;
  /**
   * Shown at the right of the cell whenever the cell is in sight; the same facts also have columns of their own or are
   * on the row's page.
   */
  beside?: (row: Row) => readonly string[];
  /** Twice as wide as others on a tablet's card; columns that are wide in a table are so anyway. */
  broad?: boolean;
  /** Acts on the row: never cut off, always in sight, at the foot of a card. */
  acts?: boolean;
  /** On a phone, shown only in a card that was opened. */
  aside?: boolean;
}
