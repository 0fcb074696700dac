/**
 * What a browser fetches to show a part of the app, read from Vite's manifest: used to decide what the
 * service worker keeps and to weigh pages against their byte budget.
 */
import type { Manifest } from 'vite';
import { modulesOf, type PageEntry, pages } from '../src/pages.ts';

/** A module of the app whose chunk is fetched only when asked for, by its path under web/. */
export type Follow = (lazyModule: string) => boolean;

const modulesWhere = (is: (page: PageEntry) => boolean) =>
  new Set(pages.filter(is).flatMap(modulesOf));

const staff = modulesWhere((page) => page.staff === true);
/** Of no use to a candidate without network; the front page is the way to the others. */
const advertising = modulesWhere(
  ({ path, screen }) => screen.startsWith('site/') && path !== '/' && path !== '*',
);
const shown = modulesWhere(() => true);

/** What the exam's page may come to need: nothing of the other pages, nor of what stands around them, nor the practice. */
const AROUND =
  /^(?:src\/(?:app\/(?:layouts\/|(?:site-start|site-app|site-screens|desk-screens|forget-practice)\.)|site\/enquiries\/|exam\/screens\/practice-exam\/)|_footer-)/;
export const isExamModule: Follow = (module) =>
  !shown.has(module) && !AROUND.test(module) && !STAFF_PART.test(module);

/**
 * What a candidate's phone keeps when it is idle: all but the screens of administrators and proctors, and the pages
 * that advertise, of which it keeps those it was shown (web/src/pwa/keep-visited.ts).
 */
export const isCandidateModule: Follow = (module) =>
  !staff.has(module) && !advertising.has(module) && !STAFF_PART.test(module);

/** What their screens fetch by themselves, and their frame. */
const STAFF_PART =
  /^src\/(?:(?:desk|proctor|candidate\/account\/second-factor)\/|app\/(?:desk-screens|layouts\/staff-))/;

/**
 * Names under dist/web (js and css and what they point at) of `roots`, all they import, and of lazily
 * imported modules those that `follow` admits. Throws on a root that was not built.
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
