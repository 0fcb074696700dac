/**
 * Prev, the current page, Next, and a field to go straight to any of many pages; nothing while everything fits on one
 * page.
 */
import { useId } from 'react';
import { Button } from '#web/ui/button.tsx';
import styles from './pager.module.css';

interface PagerProps {
  /** Names what is divided into pages: "Pages of exams". */
  label: string;
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** From this many pages on the field is shown; with fewer, Prev and Next are as quick. */
const MANY = 4;

export function Pager({ label, page, pages, onPage }: PagerProps) {
  const id = useId();
  if (pages <= 1) return null;
  const go = (to: number) => to >= 1 && to <= pages && onPage(to);
  // `disabled` would lose the focus on arrival at the last page.
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
      {pages >= MANY && (
        <form
          className={styles.jump}
          onSubmit={(event) => {
            event.preventDefault();
            const typed = Number(new FormData(event.currentTarget).get('page'));
            if (typed >= 1) go(Math.min(Math.trunc(typed), pages));
            event.currentTarget.reset();
          }}
        >
          <label htmlFor={id}>Go to page</label>
          <input
            id={id}
            name="page"
            inputMode="numeric"
            maxLength={7}
            autoComplete="off"
            required
          />
        </form>
      )}
    </nav>
  );
}

/** Divides a list into pages. */

export interface PageOf<Row> {
  rows: readonly Row[];
  /** From 1; 1 also when the list has become too short for the page that was asked for. */
  page: number;
  pages: number;
  /** How many rows come before this page. */
  before: number;
}

export function countPages(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}

/** A page beyond the last one becomes page 1. */
export function existingPage(page: number, pages: number): number {
  return page >= 1 && page <= pages ? page : 1;
}

export function pageOf<Row>(rows: readonly Row[], wanted: number, size: number): PageOf<Row> {
  const pages = countPages(rows.length, size);
  const page = existingPage(wanted, pages);
  const before = (page - 1) * size;
  return { rows: rows.slice(before, before + size), page, pages, before };
}
