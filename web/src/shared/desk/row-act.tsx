/** An act on one row of a table: smaller than a button of its own under a mouse, full size under a thumb. */
import type { ComponentProps } from 'react';
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
      // `disabled` would drop the focus of whoever just pressed it.
      aria-disabled={pending || undefined}
      onClick={(press) => (pending ? press.preventDefault() : onClick?.(press))}
    >
      {icon && <Icon name={icon} size="sm" />}
      {children}
    </button>
  );
}

/** The same look for what can't be a button, such as the label of a file chooser. */
export function rowActClass(danger = false): string {
  return classNames(styles.act, danger && styles.danger);
}

/** Acts of one row, side by side. */
export function RowActs({ children }: { children: ComponentProps<'div'>['children'] }) {
  return <div className={styles.row}>{children}</div>;
}
