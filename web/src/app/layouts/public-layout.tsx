/** Frame of every page except those of the exam and the staff: skip link, navigation, content, footer. */
import { lazy, Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { Loading } from '#web/ui/loading.tsx';
import { doEarlyPress } from '../early-press.ts';
import { Main } from './main-region.tsx';
import { TopNav } from './top-nav.tsx';

/** Loaded apart, because nobody waits for what is below the page. */
const Footer = lazy(async () => ({ default: (await import('./footer.tsx')).Footer }));

/**
 * The same element at every render: when the page is drawn again, the footer keeps what was typed before its script has
 * come.
 */
const footer = (
  <Suspense>
    <Footer />
    <EarlyPress of="footer" />
  </Suspense>
);

export function PublicLayout() {
  // A fallback of its own for each page, so that a tap is answered at once on a slow network.
  const { pathname } = useLocation();
  return (
    <>
      <TopNav />
      <Main keepsFocus>
        <Suspense key={pathname} fallback={<Loading label="Opening the page…" />}>
          <Outlet />
          <EarlyPress of="page" />
        </Suspense>
      </Main>
      {footer}
    </>
  );
}

/**
 * Mounts together with the page or footer beside it, which is then alive. The navigation comes to life before the page
 * below it.
 */
function EarlyPress({ of }: { of: 'page' | 'footer' }) {
  useEffect(() => doEarlyPress(of), [of]);
  return null;
}
