/** Addresses to pages. Pages and frames arrive as chunks of their own. */
import { lazy, Suspense } from 'react';
import { matchPath, Route, Routes, useLocation } from 'react-router-dom';
import { Loading } from '#web/ui/loading.tsx';
import { type Page, pages } from '../pages.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { SkipLink } from './layouts/skip-link.tsx';
import { loadScreen } from './screens.tsx';

const frames = {
  public: () => import('./layouts/public-layout.tsx'),
  admin: () => import('./layouts/staff-admin-layout.tsx'),
};

const shown = pages.map((page) => ({ ...page, Component: lazy(() => loadScreen(page)) }));
const frameNames = ['public', 'admin'] as const satisfies readonly Page['frame'][];
const framed = frameNames.map((name) => ({
  name,
  Frame: lazy(frames[name]),
  routes: shown.filter((page) => page.frame === name),
}));

/** Starts fetching frame and page of an address side by side, before React asks for one, then the other. */
export function preloadPage(pathname: string) {
  const page = pages.find(({ path }) => matchPath(path, pathname));
  if (!page) return;
  // A chunk that doesn't come is reported where it is shown, by the error boundary.
  Promise.all([frames[page.frame](), loadScreen(page)]).catch(() => {});
}

export function AppRoutes() {
  const { pathname } = useLocation();
  return (
    <>
      <SkipLink />
      <ErrorBoundary place={pathname}>
        <Suspense fallback={<Loading label="Opening the page…" />}>
          <Routes>
            {framed.map(({ name, Frame, routes }) => (
              <Route key={name} element={<Frame />}>
                {routes.map(({ path, Component }) => (
                  <Route key={path} path={path} element={<Component />} />
                ))}
              </Route>
            ))}
          </Routes>
        </Suspense>
      </ErrorBoundary>
    </>
  );
}
