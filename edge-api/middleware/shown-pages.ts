/**
 * Public pages rendered on the server from the database, so that search engines and people without JavaScript can read
 * them: the pages that show exams and, once the office has set its own company name, all of them and the manifest of the
 * installed app. The app's own components render them (web/src/app/prerender/render-page.tsx), not for each visitor but
 * whenever the name or the exams have changed, or an exam has begun or ended. If rendering fails, visitors get the page
 * from the build, which loads the data itself.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import type { Brand } from '#contract/desk/settings.ts';
import type { Exam } from '#contract/wire/exams.ts';
import { type BuiltFile, madeFile } from './built-files.ts';
import { pageHeaders } from './page-headers.ts';

/** Where the build puts templates and renderer; see web/build/prerender-pages.ts. */
const FOLDER = '.vite/shown';
const SAID_MARK = '<!--said-->';
const BODY_MARK = '<!--body-->';

/** Names the installed app. */
export const MANIFEST = '/manifest.webmanifest';
/** Characters. Launchers cut longer names. */
const LONGEST_SHORT_NAME = 12;

/** No visitor waits longer than this for a busy database: they get the last rendered page, or the one from the build. */
const LONGEST_WAIT_MS = 2_000;

interface Renderer {
  renderReady(
    path: string,
    origin: string,
    shown: {
      brand?: Brand | undefined;
      exams?: { at: number; exams: readonly Exam[] } | undefined;
    },
  ): Promise<{ said: string; body: string }>;
}

/** Where the pages get their data. */
export interface Shown {
  /** The exams that anyone may see. */
  readExams: () => Promise<readonly Exam[]>;
  /** The company that runs the site; null if it is the one that the build contains. */
  readBrand: () => Promise<Brand | null>;
  now: () => number;
  /** Called with the reason when a page can't be rendered. */
  onFailure: (error: unknown) => void;
}

interface Site {
  /** The placeholder for the site's address in built files. */
  origin: string;
  /** `ready`: the addresses of the pages that can be rendered here. `shown`: those among them that show exams. */
  ready: readonly string[];
  shown: readonly string[];
  script: string;
}

interface Made {
  /** The data it was rendered from, as JSON. */
  from: string;
  /** When the same exams look different, because one of them begins or ends. Milliseconds since 1970. */
  until: number;
  file: Promise<BuiltFile>;
}

/** @returns a function from a page's address to the page; null when the build's own page is to be sent instead */
export async function shownPages(
  folder: string,
  publicUrl: string,
  site: Site,
  { readExams, readBrand, now, onFailure }: Shown,
): Promise<(path: string) => Promise<BuiltFile | null>> {
  const place = join(folder, FOLDER);
  const module: { renderer: Renderer } = await import(
    pathToFileURL(join(place, 'render-page.mjs')).href
  );
  const made = new Map<string, Made>();
  let asked: Promise<readonly Exam[]> | null = null;
  let heard: { brand: Brand | null } | null = null;

  /** Visitors who come at the same time share one query. */
  function ask(): Promise<readonly Exam[]> {
    asked ??= readExams().finally(() => {
      asked = null;
    });
    return asked;
  }

  /** Once a name is known, nobody waits for it to be read again: a changed name shows from the next visitor on. */
  async function heardBrand(): Promise<Brand | null> {
    const fresh = readBrand().then((brand) => {
      heard = { brand };
      return brand;
    });
    if (!heard) return fresh;
    fresh.catch(onFailure);
    return heard.brand;
  }

  async function read(path: string) {
    const [brand, exams] = await Promise.all([
      heardBrand(),
      site.shown.includes(path) ? ask() : null,
    ]);
    return { brand, exams };
  }

  async function make(
    path: string,
    { brand, exams }: Awaited<ReturnType<typeof read>>,
    at: number,
  ) {
    const name = path === '/' ? 'index' : path.slice(1);
    const [template, { said, body }] = await Promise.all([
      readFile(join(place, `${name}.html`), 'utf8'),
      module.renderer.renderReady(path, publicUrl, {
        ...(brand && { brand }),
        ...(exams && { exams: { at, exams } }),
      }),
    ]);
    const html = template
      .replaceAll(site.origin, publicUrl)
      .replace(SAID_MARK, () => said)
      .replace(BODY_MARK, () => body);
    return madeFile('/page.html', html, pageHeaders(publicUrl, site.script, html));
  }

  /** Leaves out the screenshots, because they show the name that the build contains. */
  async function makeManifest({ name, line }: Brand): Promise<BuiltFile> {
    const text = await readFile(join(folder, MANIFEST), 'utf8');
    const { screenshots: _, ...built } = z.looseObject({}).parse(JSON.parse(text));
    const [first = name] = name.split(' ');
    const short = (name.length <= LONGEST_SHORT_NAME ? name : first).slice(0, LONGEST_SHORT_NAME);
    const own = { ...built, name, short_name: short, description: line };
    return madeFile(MANIFEST, JSON.stringify(own), {});
  }

  return async (path) => {
    if (path !== MANIFEST && !site.ready.includes(path)) return null;
    try {
      const found = await Promise.race([read(path), pause(LONGEST_WAIT_MS, null, { ref: false })]);
      const last = made.get(path);
      if (!found) return (await last?.file) ?? null;
      if (!found.brand && !found.exams) return null;
      const at = now();
      const from = JSON.stringify(found);
      if (last && last.from === from && at < last.until) return await last.file;
      const file =
        path === MANIFEST && found.brand ? makeManifest(found.brand) : make(path, found, at);
      made.set(path, { from, until: nextChange(found.exams ?? [], at), file });
      file.catch(() => made.get(path)?.file === file && made.delete(path));
      return await file;
    } catch (error) {
      onFailure(error);
      return null;
    }
  };
}

function nextChange(exams: readonly Exam[], at: number): number {
  const changes = exams.flatMap(({ start, startDate, duration }) => {
    const starts = Date.parse(startDate);
    return start === 'together' ? [starts, starts + duration * 60_000] : [starts];
  });
  return Math.min(...changes.filter((change) => change > at), Number.POSITIVE_INFINITY);
}
