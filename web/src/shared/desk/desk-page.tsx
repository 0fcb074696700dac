/** The measure of a screen that staff work at: the whole width, little air, acts beside the heading. */
import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { useDeskChoices } from './desk-choices.ts';
import styles from './desk-page.module.css';

interface DeskPageProps {
  title: string;
  /** What acts on the whole screen, such as a Create button. */
  acts?: ReactNode;
  children: ReactNode;
}

export function DeskPage({ title, acts, children }: DeskPageProps) {
  return (
    <div className={styles.page} data-measure={useDeskChoices().measure}>
      <header className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {acts && <div className={styles.acts}>{acts}</div>}
      </header>
      {children}
    </div>
  );
}

interface DeskToolbarProps {
  /** Its selects narrow a list, and leave the room to the search. */
  ofList?: boolean;
  children: ReactNode;
}

/** Search, filters and counts above a table. */
export function DeskToolbar({ ofList = false, children }: DeskToolbarProps) {
  return <div className={classNames(styles.toolbar, ofList && styles.ofList)}>{children}</div>;
}

/** A count beside a table, spoken when it changes: "12 exams". */
export function DeskCount({ children }: { children: ReactNode }) {
  return (
    <p className={styles.count} role="status">
      {children}
    </p>
  );
}
