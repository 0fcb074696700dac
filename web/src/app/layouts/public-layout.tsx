/** Frame of every page but the sitting's and the staff's: skip link, navigation, content, footer. */
import { Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { lazyPart } from '#web/shared/lazy-part.ts';
import { Loading } from '#web/ui/loading.tsx';
import { doEarlyPress } from '../early-press.ts';
import { Main } from './main-region.tsx';
import { TopNav } from './top-nav.tsx';

const Footer = lazyPart(async () => (await import('./footer.tsx')).Footer, 'footer');

/** The same element at every rendering: a page that is drawn anew leaves alone what is typed where no script has come yet. */
const footer = (
  <Suspense>
    <Footer />
  </Suspense>
);

export default function PublicLayout() {
  // A fallback of its own for each page: on a slow network a tap is answered at once.
  const { pathname } = useLocation();
  return (
    <>
      <TopNav />
      <Main>
        <Suspense key={pathname} fallback={<Loading label="Opening the page…" />}>
          <Outlet />
          <EarlyPress />
        </Suspense>
      </Main>
      {footer}
    </>
  );
}

/** Comes to life together with the page beside it. */
function EarlyPress() {
  useEffect(doEarlyPress, []);
  return null;
}
