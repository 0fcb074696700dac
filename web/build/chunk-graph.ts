/**
 * What a browser fetches to show a part of the app, read from Vite's manifest. It decides what the service worker
 * stores, and weighs pages against their byte budget.
 */
import type { Manifest } from 'vite';
import { modulesOf, type PageEntry, pages } from '../src/pages.ts';

/** Decides whether to follow an import that is loaded only when needed, given its module's path under web/. */
export type Follow = (lazyModule: string) => boolean;

const modulesWhere = (is: (page: PageEntry) => boolean) =>
  new Set(pages.filter(is).flatMap(modulesOf));

const staff = modulesWhere((page) => page.staff === true);
/** Of no use to a candidate without a network. The front page is not among them, because it leads to the others. */
const advertising = modulesWhere(
  ({ path, screen }) => screen.startsWith('site/') && path !== '/' && path !== '*',
);
const shown = modulesWhere(() => true);

/** What surrounds the other pages, and the practice exam: the exam's page never needs them. */
const AROUND =
  /^(?:src\/(?:app\/(?:layouts\/|(?:site-start|site-app|site-screens|desk-screens|forget-practice)\.)|site\/enquiries\/|exam\/screens\/practice-exam\/)|_footer-)/;
export const isExamModule: Follow = (module) =>
  !shown.has(module) && !AROUND.test(module) && !STAFF_PART.test(module);

/**
 * What a candidate's phone stores when it is idle: all but the screens of administrators and proctors, and the pages
 * that advertise, which are stored only when they were shown (web/src/pwa/keep-visited.ts).
 */
export const isCandidateModule: Follow = (module) =>
  !staff.has(module) && !advertising.has(module) && !STAFF_PART.test(module);

/** What the screens of administrators and proctors load by themselves, and their page frames. */
const STAFF_PART =
  /^src\/(?:(?:desk|proctor|candidate\/account\/second-factor)\/|app\/(?:desk-screens|layouts\/staff-))/;

/**
 * File names under dist/web (scripts, styles and the assets they use) of `roots`, of everything they import, and of
 * those lazily imported modules that `follow` accepts.
 * @throws when a root was not built
 */
export function filesOf(manifest: Manifest, roots: readonly string[], follow: Follow): Set<string> {
  const files = new Set<string>();
  const waiting = [...roots];
  const seen = new Set<string>();
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (seen.has(key)) continue;
    seen.add(key);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no chunk for ${key}.`);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    waiting.push(...(chunk.imports ?? []));
    waiting.push(...(chunk.dynamicImports ?? []).filter((module) => follow(module)));
  }
  return files;
}
