/**
 * The page's content, reachable by the skip link. Arriving at another page scrolls to the top and puts
 * the focus here, so that a screen reader starts at the content instead of where the last page ended.
 */
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import styles from './main-region.module.css';

export function Main({ children }: { children: ReactNode }) {
  const { pathname, hash } = useLocation();
  const ref = useRef<HTMLElement>(null);
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (hash) return;
    window.scrollTo(0, 0);
    ref.current?.focus({ preventScroll: true });
  }, [pathname, hash]);

  return (
    <main id="content" ref={ref} tabIndex={-1} className={styles.main}>
      {children}
    </main>
  );
}
