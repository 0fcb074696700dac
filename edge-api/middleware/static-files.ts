/**
 * Serves the built web app. Only files found at start can ever be served (no path is joined with what a
 * request says); text goes out as packed at build; hashed assets are kept for a year, all else is asked
 * for again and answered with 304. A public page comes ready from the build, any other page address of the
 * app gets the shell, an address that is no page the page that says so, with 404. Each page goes out, and is
 * said to be known already (304), with its own policy: a browser keeps what it has under the newest one. A page that
 * shows what is in the database, such as the office's own name, is made ready by shown-pages.ts.
 */
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Context, MiddlewareHandler } from 'hono';
import * as z from 'zod/mini';
import {
  type BuiltFile,
  CONTENT_TYPES,
  type Encoding,
  PACKED,
  readBuiltFiles,
} from './built-files.ts';
import { pageHeaders } from './page-headers.ts';
import { MANIFEST, type Shown, shownPages } from './shown-pages.ts';

/** Paths that belong to the server: never answered with the app's shell. */
const SERVER_PATHS = [
  '/api',
  '/files',
  '/simulated-gateway',
  '/healthz',
  '/readyz',
  '/metrics',
  '/.well-known',
];

const SHELL = '/index.html';
const PAGES = '/pages/';
const NOT_FOUND = '/404';

/**
 * @param folder the build's folder, absolute; read whole at the call (some 2 MB), throws when it is missing
 * @param publicUrl the site's own address, written into pages, sitemap.xml and robots.txt
 * @param shown where pages have from what they show; without it they ask by themselves
 * @returns middleware for GET and HEAD; other methods and the server's own paths fall through
 */
export async function staticFiles(
  folder: string,
  publicUrl: string,
  shown?: Shown,
): Promise<MiddlewareHandler> {
  const site = await readSite(folder);
  const files = await readBuiltFiles(folder, { from: site.origin, to: publicUrl }, (html) =>
    pageHeaders(publicUrl, site.script, html),
  );
  const shell = files.get(SHELL);
  const notFound = files.get(`${PAGES}${NOT_FOUND.slice(1)}.html`);
  if (!shell || !notFound) throw new Error(`No whole build in ${folder}: run \`npm run build\`.`);
  const makeReady = shown && (await shownPages(folder, publicUrl, site, shown));
  return async (c, next) => {
    const { method, path } = c.req;
    if ((method !== 'GET' && method !== 'HEAD') || isServerPath(path)) return next();
    const file = path.startsWith(PAGES) ? undefined : files.get(path);
    if (file) return answer(c, (path === MANIFEST && (await makeReady?.(path))) || file);
    const page = path.toLowerCase().replace(/(.)\/$/, '$1');
    const ready = files.get(`${PAGES}${page === '/' ? 'index' : page.slice(1)}.html`);
    if (ready && ready !== notFound) return answer(c, (await makeReady?.(page)) ?? ready);
    if (site.isPage(page)) return answer(c, shell);
    return isNavigation(c) ? answer(c, (await makeReady?.(NOT_FOUND)) ?? notFound, 404) : next();
  };
}

const siteSchema = z.object({
  origin: z.string(),
  paths: z.array(z.string()),
  ready: z.array(z.string()),
  shown: z.array(z.string()),
  script: z.string(),
});

interface BuiltSite {
  origin: string;
  isPage: (path: string) => boolean;
  /** The pages that came ready, and of these the ones that show exams. */
  ready: readonly string[];
  shown: readonly string[];
  /** The one script that stands in pages, as a security policy names it: `sha256-…`. */
  script: string;
}

/** What the build says of the site: see web/build/prerender-pages.ts. @throws when there is no build */
async function readSite(folder: string): Promise<BuiltSite> {
  const text = await readFile(join(folder, '.vite/site.json'), 'utf8').catch(() => '{}');
  const note = siteSchema.safeParse(JSON.parse(text));
  // Made by another version of this project, or not to the end.
  if (!note.success) throw new Error(`No whole build in ${folder}: run \`npm run build\`.`);
  const { origin, paths, ready, shown, script } = note.data;
  const patterns = paths.map((path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`, 'i'));
  const isPage = (path: string) => patterns.some((pattern) => pattern.test(path));
  return { origin, isPage, ready, shown, script };
}

function isServerPath(path: string): boolean {
  return SERVER_PATHS.some((base) => path === base || path.startsWith(`${base}/`));
}

/** A browser opening a page says so by asking for HTML; a missing script or picture doesn't. */
function isNavigation(c: Context): boolean {
  const wantsPage = c.req.header('accept')?.includes('text/html') ?? false;
  return (
    wantsPage &&
    !c.req.path.startsWith('/assets/') &&
    CONTENT_TYPES[extname(c.req.path)] === undefined
  );
}

function answer(c: Context, file: BuiltFile, status: 200 | 404 = 200): Response {
  const encoding = chooseEncoding(c.req.header('accept-encoding'), file);
  const variant = file.variants.get(encoding)?.();
  if (!variant) throw new Error('A file without its own content.');
  const headers = new Headers({ ...file.headers, etag: variant.etag });
  if (file.variants.size > 1) headers.set('vary', 'accept-encoding');
  if (status === 200 && isFresh(c.req.header('if-none-match'), variant.etag)) {
    return new Response(null, { status: 304, headers });
  }
  headers.set('content-type', file.type);
  headers.set('content-length', String(variant.body.length));
  if (encoding !== 'identity') headers.set('content-encoding', encoding);
  return new Response(c.req.method === 'HEAD' ? null : variant.body, { status, headers });
}

/** RFC 9110 section 12.5.3, as far as servers with three variants need it. */
function chooseEncoding(accepted: string | undefined, file: BuiltFile): Encoding {
  const weights = new Map<string, number>();
  for (const part of (accepted ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const q = parameters.find((text) => text.startsWith('q='))?.slice(2);
    weights.set(name, q === undefined ? 1 : Number(q) || 0);
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  let best: Encoding = 'identity';
  for (const [encoding] of PACKED) {
    if (!file.variants.has(encoding) || weightOf(encoding) === 0) continue;
    if (best === 'identity' || weightOf(encoding) > weightOf(best)) best = encoding;
  }
  return best;
}

export function isFresh(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  const held = ifNoneMatch.split(',').map((text) => text.trim().replace(/^W\//, ''));
  return held.includes('*') || held.includes(etag);
}
