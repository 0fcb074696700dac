/** A part of My account under its heading. */
import type { ReactNode } from 'react';
import styles from './account.module.css';

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = `account-${title.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
