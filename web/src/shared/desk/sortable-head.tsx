/** A column's heading; a press sorts by it, another turns it round, a third takes it back. */
import type { ReactNode } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import type { DeskColumn } from './desk-column.ts';
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
        <span id={id}>{head}</span>
      ) : (
        <button
          id={id}
          type="button"
          className={styles.sort}
          onClick={() => onSort(next(key, order))}
        >
          {head}
          {order && <Icon name={order === 'asc' ? 'arrow-up' : 'arrow-down'} size="sm" />}
        </button>
      )}
    </th>
  );
}

function next(key: string, order: Sort['order'] | null): Sort | null {
  if (order === null) return { key, order: 'asc' };
  return order === 'asc' ? { key, order: 'desc' } : null;
}
