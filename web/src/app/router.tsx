/** Maps addresses to pages. Each page is a chunk of its own, and so are the frames of the staff's pages. */
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

/** Starts to fetch the page of an address before React asks for it. */
export function preloadPage(pathname: string) {
  const page = pages.find(({ path }) => matchPath(path, pathname));
  if (!page) return;
  // A chunk that can't be loaded is reported by the error boundary when the page is shown.
  loadScreen(page).catch(() => {});
}

/**
 * @param beside elements rendered here, so that the tree that the browser hydrates has the shape, and its fields the
 *   ids, of the ready HTML
 */
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
 * Loads a page's screen when it is first visited, so that a candidate on 2G pays for one screen and not for the site.
 * For the same reason, the lists of the visitor's and the desk's screens load with the first screen of each.
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
