/**
 * Public pages that show the exams, made ready from the database: to be read without JavaScript and by search engines.
 * Rendered by the app's own components (web/src/app/prerender/render-page.tsx) whenever the exams have changed or one of them
 * has begun, and not for each visitor. What can't be made is answered by the page that the build made, which asks by itself.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Exam } from '#contract/wire/exams.ts';
import { type BuiltFile, pageFile } from './built-files.ts';
import { pageHeaders } from './page-headers.ts';

/** What the build left for it; see web/build/prerender-pages.ts. */
const FOLDER = '.vite/shown';
const BODY_MARK = '<!--body-->';

/** No visitor waits longer for a busy database: they see the last page, or the build's. */
const LONGEST_WAIT_MS = 2_000;

interface Renderer {
  renderShown(
    path: string,
    origin: string,
    exams: { at: number; exams: readonly Exam[] },
  ): Promise<{ head: string; body: string }>;
}

/** Where the pages have from what they show. */
export interface Shown {
  /** Those that anyone may see. */
  readExams: () => Promise<readonly Exam[]>;
  now: () => number;
  /** Told why a page could not be made. */
  onFailure: (error: unknown) => void;
}

interface Site {
  /** Stands for the site's own address in what was built. */
  origin: string;
  /** The pages that show exams, by their address. */
  shown: readonly string[];
  script: string;
}

interface Made {
  /** What it was made from. */
  exams: string;
  /** When it says something else of the same exams: one of them begins. */
  until: number;
  file: Promise<BuiltFile>;
}

/** @returns a page by its address; null for one that shows nothing, or can't be made now */
export async function shownPages(
  folder: string,
  publicUrl: string,
  site: Site,
  { readExams, now, onFailure }: Shown,
): Promise<(path: string) => Promise<BuiltFile | null>> {
  const place = join(folder, FOLDER);
  const module: { renderer: Renderer } = await import(
    pathToFileURL(join(place, 'render-page.mjs')).href
  );
  const templates = new Map<string, string>();
  for (const path of site.shown) {
    const html = await readFile(join(place, `${path.slice(1)}.html`), 'utf8');
    templates.set(path, html.replaceAll(site.origin, publicUrl));
  }
  const made = new Map<string, Made>();
  let asked: Promise<readonly Exam[]> | null = null;

  /** Many visitors at once are one question. */
  function ask(): Promise<readonly Exam[]> {
    asked ??= readExams().finally(() => {
      asked = null;
    });
    return asked;
  }

  async function make(path: string, template: string, exams: readonly Exam[], at: number) {
    const { head, body } = await module.renderer.renderShown(path, publicUrl, { at, exams });
    const html = template
      .replace(BODY_MARK, () => body)
      .replace('</head>', () => `${head}\n</head>`);
    return pageFile(html, pageHeaders(publicUrl, site.script, html));
  }

  return async (path) => {
    const template = templates.get(path);
    if (template === undefined) return null;
    try {
      const exams = await Promise.race([ask(), pause(LONGEST_WAIT_MS, null, { ref: false })]);
      const last = made.get(path);
      if (!exams) return (await last?.file) ?? null;
      const at = now();
      const text = JSON.stringify(exams);
      if (last && last.exams === text && at < last.until) return await last.file;
      const file = make(path, template, exams, at);
      made.set(path, { exams: text, until: nextStart(exams, at), file });
      file.catch(() => made.get(path)?.file === file && made.delete(path));
      return await file;
    } catch (error) {
      onFailure(error);
      return null;
    }
  };
}

function nextStart(exams: readonly Exam[], at: number): number {
  const starts = exams.map(({ startDate }) => Date.parse(startDate));
  return Math.min(...starts.filter((start) => start > at), Number.POSITIVE_INFINITY);
}
