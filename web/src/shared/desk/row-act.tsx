/** An act on one row of a table: smaller than a button of its own under a mouse, full size under a thumb. */
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import { PopOver } from './pop-over.tsx';
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

interface MoreActsProps {
  /** The id of what names the row. */
  describedBy: string;
  /** Buttons and links. */
  children: ReactNode;
}

/** The acts on a row that are used less, in one menu. Tab, arrows, Home and End walk through it; each act closes it. */
export function MoreActs({ describedBy, children }: MoreActsProps) {
  return (
    <PopOver
      label="More"
      describedBy={describedBy}
      className={styles.acts}
      closesOnPress
      onKeyDown={walk}
      first={(list) => actsOf(list)[0]}
    >
      {children}
    </PopOver>
  );
}

function actsOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('a, button')];
}

function walk(press: KeyboardEvent<HTMLElement>) {
  const acts = actsOf(press.currentTarget);
  const at = acts.findIndex((act) => act.matches(':focus'));
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[press.key];
  if (to === undefined) return;
  press.preventDefault();
  acts.at(to % acts.length)?.focus();
}
