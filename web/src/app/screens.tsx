/**
 * Fetches what shows a page when it is first visited, so that a candidate on 2G pays for one screen and not for the
 * site. What the visitor's and the desk's screens are called comes with the first of them, for the same reason.
 */
import type { ComponentType } from 'react';
import { PageMeta } from '#web/shared/page-meta.tsx';
import type { Content, Page, Screen } from '../pages.ts';

type Files<T> = Record<string, () => Promise<T>>;

const candidate: Files<Screen> = import.meta.glob<Screen>([
  '/src/candidate/**/*.page.tsx',
  '/src/app/joined/apply-now.page.tsx',
]);

async function filesOf({
  staff,
  screen,
}: Page): Promise<{ screens: Files<Screen>; contents?: Files<Content> }> {
  if (staff) return import('./desk-screens.ts');
  return screen.startsWith('site/') ? import('./site-screens.ts') : { screens: candidate };
}

/** @throws when a line of the table names a file that isn't there; pages.test.ts looks for such lines */
export async function loadScreen(page: Page): Promise<{ default: ComponentType }> {
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
