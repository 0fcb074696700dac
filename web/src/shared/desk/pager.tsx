/** Prev, where one is, Next; nothing at all while everything fits on one page. */
import { Button } from '#web/ui/button.tsx';
import styles from './pager.module.css';

interface PagerProps {
  /** Names what is paged: "Pages of exams". */
  label: string;
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

export function Pager({ label, page, pages, onPage }: PagerProps) {
  if (pages <= 1) return null;
  const go = (to: number) => to >= 1 && to <= pages && onPage(to);
  // `disabled` would drop the focus of whoever has just arrived at the last page.
  return (
    <nav className={styles.pager} aria-label={label}>
      <Button aria-disabled={page === 1} className={styles.act} onClick={() => go(page - 1)}>
        Prev
      </Button>
      <p className={styles.where} aria-live="polite">
        Page {page} of {pages}
      </p>
      <Button aria-disabled={page === pages} className={styles.act} onClick={() => go(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
