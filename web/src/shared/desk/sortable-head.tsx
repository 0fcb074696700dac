/** A column's heading; a press sorts by it, another turns it round, a third takes it back. */
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
  /** A box that chooses all rows. */
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

/** `CorrectAnswer` may stand in two lines where its column is narrow. */
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
  /** As the server's query calls it; without one the column can't be sorted by. */
  sort?: string;
  /** In rem. The columns without one share what is left. */
  width?: number;
  /** In rem, for one without a width, where many columns leave it little. */
  least?: number;
  /** Numbers stand at the right, in tabular figures. */
  numeric?: boolean;
  /** The cell that names its row. */
  rowHead?: boolean;
  /** Over as many lines as it takes: for names that are long. */
  wraps?: boolean;
  /** Drawn at the right of its cell, in sight with it; it stands in columns of its own or on the row's page. */
  beside?: (row: Row) => readonly string[];
  /** On a tablet's card twice as wide as others; those that are wide in a table are so anyway. */
  broad?: boolean;
  /** Acts on the row: never cut, always in sight, at the foot of a card. */
  acts?: boolean;
  /** On a phone only in a card that was opened. */
  aside?: boolean;
}
