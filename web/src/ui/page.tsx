/** The width and heading of an ordinary page. */
import type { ReactNode } from 'react';
import styles from './page.module.css';

interface PageProps {
  title: string;
  intro?: ReactNode;
  /** `form` for one narrow column, `text` for reading, `page` for grids and tables. */
  width?: 'form' | 'text' | 'page';
  children: ReactNode;
}

export function Page({ title, intro, width = 'page', children }: PageProps) {
  return (
    <div className={styles[width]}>
      <header className={styles.head}>
        <h1>{title}</h1>
        {intro && <p className={styles.intro}>{intro}</p>}
      </header>
      {children}
    </div>
  );
}
