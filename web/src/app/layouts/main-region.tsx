/**
 * The page's content, reachable by the skip link. Arriving at another page scrolls to the top and puts the focus here,
 * so that a screen reader starts at the content instead of where the last page ended. A link to a part of a page leads
 * to that part. With `keepsFocus`, on public pages, the focus also comes here when the element that had it disappears,
 * as "Try again" does; the desk's lists handle that themselves.
 */
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { classNames } from '#web/ui/class-names.ts';
import styles from './main-region.module.css';

interface MainProps {
  keepsFocus?: boolean;
  children: ReactNode;
}

export function Main({ keepsFocus = false, children }: MainProps) {
  const { pathname, hash, key } = useLocation();
  const ref = useRef<HTMLElement>(null);
  const shown = useRef(pathname);

  const hasFocus = useRef(false);

  useEffect(() => {
    const main = ref.current;
    if (!main || !keepsFocus) return;
    const watch = new MutationObserver(() => {
      if (hasFocus.current && document.activeElement === document.body)
        main.focus({ preventScroll: true });
    });
    watch.observe(main, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [keepsFocus]);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo(0, 0);
    ref.current?.focus({ preventScroll: true });
  }, [pathname]);

  useEffect(() => {
    const part = hash && document.getElementById(hash.slice(1));
    // On a ready page the browser has already scrolled to the part, and the reader may have moved on.
    const hasLed = key === 'default' && document.getElementById('root')?.dataset.page;
    if (!part || hasLed || part.contains(document.activeElement)) return;
    part.scrollIntoView();
    // The next Tab continues from the part.
    part.tabIndex = -1;
    part.focus({ preventScroll: true });
  }, [hash, key]);

  return (
    <main
      id="content"
      ref={ref}
      tabIndex={-1}
      onFocus={() => {
        hasFocus.current = true;
      }}
      // Not fired when the focused element itself is removed.
      onBlur={() => {
        hasFocus.current = false;
      }}
      className={classNames(styles.main, styles.aboveFooter)}
    >
      {children}
    </main>
  );
}
