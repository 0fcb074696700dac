/** Frame of every page but the sitting's and the staff's: skip link, navigation, content, footer. */
import { lazy, Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { Loading } from '#web/ui/loading.tsx';
import { doEarlyPress } from '../early-press.ts';
import { Main } from './main-region.tsx';
import { TopNav } from './top-nav.tsx';

/** Nobody waits for what stands under the page. */
const Footer = lazy(async () => ({ default: (await import('./footer.tsx')).Footer }));

/** The same element at every rendering: a page drawn again keeps what is typed where no script has come yet. */
const footer = (
  <Suspense>
    <Footer />
    <EarlyPress of="footer" />
  </Suspense>
);

export function PublicLayout() {
  // A fallback of its own for each page: on a slow network a tap is answered at once.
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

/** Comes to life together with what stands beside it. The navigation is alive before the page below it. */
function EarlyPress({ of }: { of: 'page' | 'footer' }) {
  useEffect(() => doEarlyPress(of), [of]);
  return null;
}
