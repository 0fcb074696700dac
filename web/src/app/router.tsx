/** Addresses to pages. Pages arrive as chunks of their own, and so does what stands around the staff's. */
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { matchPath, Route, Routes, useLocation } from 'react-router-dom';
import { PageMeta } from '#web/shared/page-meta.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { type Content, type PageEntry, pages, type Screen } from '../pages.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { PublicLayout } from './layouts/public-layout.tsx';
import { SkipLink } from './layouts/skip-link.tsx';

const shown = pages.map((page) => ({ ...page, Component: lazy(() => loadScreen(page)) }));
const frames = {
  public: PublicLayout,
  admin: lazy(() => import('./layouts/staff-admin-layout.tsx')),
  hall: lazy(() => import('./layouts/staff-hall-layout.tsx')),
};
const frameNames = ['public', 'admin', 'hall'] as const satisfies readonly PageEntry['frame'][];
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

/**
 * Fetches what shows a page when it is first visited, so that a candidate on 2G pays for one screen and not for the
 * site. What the visitor's and the desk's screens are called comes with the first of them, for the same reason.
 */
type Files<T> = Record<string, () => Promise<T>>;

const candidate: Files<Screen> = import.meta.glob<Screen>([
  '/src/candidate/**/*.page.tsx',
  '/src/app/joined/apply-now.page.tsx',
]);

async function filesOf({
  staff,
  screen,
}: PageEntry): Promise<{ screens: Files<Screen>; contents?: Files<Content> }> {
  if (staff) return import('./desk-screens.ts');
  return screen.startsWith('site/') ? import('./site-screens.ts') : { screens: candidate };
}

/** @throws when a line of the table names a file that isn't there; pages.test.ts looks for such lines */
async function loadScreen(page: PageEntry): Promise<{ default: ComponentType }> {
  const { path, title } = page;
  const { screens, contents } = await filesOf(page);
  const load = screens[`/src/${page.screen}.page.tsx`];
  if (!load) throw new Error(`No file shows ${path}.`);
  const [{ default: Show, description }, content] = await Promise.all([
    load(),
    contents?.[`/src/site/content/${page.content}.ts`]?.(),
  ]);
  const told = content?.description ?? description;
  return {
    default: () => (
      <>
        {title && <PageMeta title={title} {...(told && { description: told })} />}
        <Show path={path} content={content} />
      </>
    ),
  };
}
