/**
 * What a browser fetches to show a part of the app, read from Vite's manifest: used to decide what the
 * service worker keeps and to weigh pages against their byte budget.
 */
import type { Manifest } from 'vite';

/** A module of the app whose chunk is fetched only when asked for, by its path under web/. */
export type Follow = (lazyModule: string) => boolean;

const STAFF_MODULE = /^src\/(app\/(routes|layouts)\/staff-|(desk|proctor)\/)/;
const MARKETING_MODULE = /^src\/app\/routes\/marketing\//;

/** Screens of administrators and proctors: a candidate's phone never carries them. */
const isStaffModule: Follow = (module) => STAFF_MODULE.test(module);

/** What the exam's page may come to need: nothing of the other pages, nor of their footer, which is a chunk by name. */
const OTHER_PAGES =
  /^(?:src\/(?:app\/(?:(?:routes|layouts)\/|site-app|marketing-pages|staff-pages)|site\/enquiries\/)|_footer-)/;
export const isExamModule: Follow = (module) => !OTHER_PAGES.test(module);

/**
 * What a candidate's phone keeps when it is idle: everything but the staff's screens, and the pages that
 * advertise, of which it keeps those it was shown (web/src/pwa/keep-visited.ts).
 */
export const isCandidateModule: Follow = (module) =>
  !isStaffModule(module) && !MARKETING_MODULE.test(module);

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
