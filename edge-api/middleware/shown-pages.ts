/**
 * Public pages that show what is in the database, rendered from it so that they can be read without JavaScript and by search
 * engines: those that show exams, and all of them once the office has set its own name, which an installed app has as well.
 * The app's own components render them (web/src/app/prerender/render-page.tsx) whenever name or exams have changed or an exam
 * has begun or is over, not for each visitor. What can't be rendered is answered by the page from the build, which asks on its own.
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

/** What the build left for it; see web/build/prerender-pages.ts. */
const FOLDER = '.vite/shown';
const SAID_MARK = '<!--said-->';
const BODY_MARK = '<!--body-->';

/** What an installed app is called. */
export const MANIFEST = '/manifest.webmanifest';
/** Launchers cut longer ones. */
const LONGEST_SHORT_NAME = 12;

/** No visitor waits longer for a busy database: they see the last page, or the build's. */
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

/** Where the pages have from what they show. */
export interface Shown {
  /** Those that anyone may see. */
  readExams: () => Promise<readonly Exam[]>;
  /** Who runs the site; null where it is the one that the build knows. */
  readBrand: () => Promise<Brand | null>;
  now: () => number;
  /** Told why a page could not be made. */
  onFailure: (error: unknown) => void;
}

interface Site {
  /** Stands for the site's own address in what was built. */
  origin: string;
  /** The pages that can be made ready, by their address, and of these the ones that show exams. */
  ready: readonly string[];
  shown: readonly string[];
  script: string;
}

interface Made {
  /** What it was made from, as text. */
  from: string;
  /** When it says something else of the same exams: one of them begins, or is over. */
  until: number;
  file: Promise<BuiltFile>;
}

/** @returns a page by its address; null for one that is as the build made it, or can't be made now */
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

  /** Many visitors at once are one question. */
  function ask(): Promise<readonly Exam[]> {
    asked ??= readExams().finally(() => {
      asked = null;
    });
    return asked;
  }

  /** Nobody waits for a name once one is known: the next visitor sees the new one. */
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

  /** The pictures of the app show the name that the build knows. */
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
