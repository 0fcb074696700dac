/** An act on one row of a table: smaller than an ordinary button with a mouse, full size by touch. */
import type { ComponentProps, ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { paths } from '#web/shared/paths.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import styles from './row-act.module.css';

interface RowActProps extends ComponentProps<'button'> {
  icon?: IconName;
  danger?: boolean;
  pending?: boolean;
}

export function RowAct({ icon, danger, pending, children, onClick, ...rest }: RowActProps) {
  return (
    <button
      type="button"
      {...rest}
      className={rowActClass(danger)}
      // `disabled` would lose the focus after a press.
      aria-disabled={pending || undefined}
      onClick={(press) => (pending ? press.preventDefault() : onClick?.(press))}
    >
      {icon && <Icon name={icon} size="sm" />}
      {children}
    </button>
  );
}

/** The same look for something that can't be a button, such as the label of a file chooser. */
export function rowActClass(danger = false): string {
  return classNames(styles.act, danger && styles.danger);
}

/** Acts of one row, side by side. */
export function RowActs({ children }: { children: ComponentProps<'div'>['children'] }) {
  return <div className={styles.row}>{children}</div>;
}

// A link from a list to one of its records, and the record's link back to the list as it was: searched, filtered,
// sorted, paged.

const cameFromSchema = z.object({ list: z.string() });
type CameFrom = z.output<typeof cameFromSchema>;

interface RecordLinkProps {
  to: string;
  children: ReactNode;
}

export function RecordLink({ to, children }: RecordLinkProps) {
  return (
    <Link to={to} state={useCameFrom()}>
      {children}
    </Link>
  );
}

/** The state that a link to a record carries. */
export function useCameFrom(): CameFrom {
  const { pathname, search } = useLocation();
  return { list: `${pathname}${search}` };
}

/** @param list where the link back leads for a person who came from elsewhere */
export function useWayBack(list: string): string {
  const came = cameFromSchema.safeParse(useLocation().state).data?.list ?? '';
  return came.startsWith(list) && /^[?&]/.test(came.slice(list.length)) ? came : list;
}

/**
 * The list of orders, searched for one order. It isn't in paths.ts, which a candidate's phone loads, because only the
 * desk needs it.
 */
export function orderSearchPath(orderId: string): string {
  return `${paths.paymentDesk}?${new URLSearchParams({ search: orderId })}`;
}
