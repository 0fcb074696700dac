/** The acts on a row that are used less, in one menu. Tab, arrows, Home and End walk through it; each act closes it. */
import type { KeyboardEvent, ReactNode } from 'react';
import styles from './more-acts.module.css';
import { PopOver } from './pop-over.tsx';

interface MoreActsProps {
  /** The id of what names the row. */
  describedBy: string;
  /** Buttons and links. */
  children: ReactNode;
}

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
