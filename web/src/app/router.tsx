/** Addresses to pages. Pages arrive as chunks of their own, and so does what stands around the staff's. */
import { lazy, type ReactNode, Suspense } from 'react';
import { matchPath, Route, Routes, useLocation } from 'react-router-dom';
import { Loading } from '#web/ui/loading.tsx';
import { type Page, pages } from '../pages.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { PublicLayout } from './layouts/public-layout.tsx';
import { SkipLink } from './layouts/skip-link.tsx';
import { loadScreen } from './screens.tsx';

const shown = pages.map((page) => ({ ...page, Component: lazy(() => loadScreen(page)) }));
const frames = {
  public: PublicLayout,
  admin: lazy(() => import('./layouts/staff-admin-layout.tsx')),
};
const frameNames = ['public', 'admin'] as const satisfies readonly Page['frame'][];
const framed = frameNames.map((name) => ({
  name,
  Frame: frames[name],
  routes: shown.filter((page) => page.frame === name),
}));

/** Starts fetching the page of an address before React asks for it. */
export function preloadPage(pathname: string) {
  const page = pages.find(({ path }) => matchPath(path, pathname));
  if (!page) return;
  // A chunk that doesn't come is reported where it is shown, by the error boundary.
  loadScreen(page).catch(() => {});
}

/** @param beside stands here, so that what a browser takes up has the shape, and its fields the names, of what came ready */
export function AppRoutes({ beside }: { beside?: ReactNode }) {
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
      {beside}
    </>
  );
}
