/**
 * Serves the built web app. Only files found at the start can be served, so no request can reach another file. Text is
 * sent as the build compressed it. Browsers keep hashed assets for a year, icons for a day, and revalidate everything else
 * (304). A public page is complete HTML from the build. Any other page address of the app gets the shell, and an unknown
 * address gets the not-found page with 404. Every page is sent with its own security policy, and so is every 304,
 * because the browser applies the newest policy to the copy it has. shown-pages.ts renders the pages that show data, such
 * as the office's own company name.
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

/** Paths that belong to the server. They never get the app's shell. */
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
 * @param folder the build's folder, absolute; the call reads all of it (some 2 MB)
 * @param publicUrl the site's own address, written into pages, sitemap.xml and robots.txt
 * @param shown where rendered pages get their data; without it, pages load their data themselves
 * @returns middleware for GET and HEAD; other methods and the server's own paths fall through
 * @throws when the build is missing or incomplete
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
  /** `ready`: the pages that the build made complete. `shown`: those among them that show exams. */
  ready: readonly string[];
  shown: readonly string[];
  /** The hash of the one inline script in pages, as a security policy writes it: `sha256-…`. */
  script: string;
}

/** Reads what the build noted about the site; see web/build/prerender-pages.ts. @throws when there is no whole build */
async function readSite(folder: string): Promise<BuiltSite> {
  const text = await readFile(join(folder, '.vite/site.json'), 'utf8').catch(() => '{}');
  const note = siteSchema.safeParse(JSON.parse(text));
  // The build is from another version of this project, or was interrupted.
  if (!note.success) throw new Error(`No whole build in ${folder}: run \`npm run build\`.`);
  const { origin, paths, ready, shown, script } = note.data;
  const patterns = paths.map((path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`, 'i'));
  const isPage = (path: string) => patterns.some((pattern) => pattern.test(path));
  return { origin, isPage, ready, shown, script };
}

function isServerPath(path: string): boolean {
  return SERVER_PATHS.some((base) => path === base || path.startsWith(`${base}/`));
}

/** A browser that opens a page accepts HTML; one that loads a script or picture doesn't ask for it. */
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

/** RFC 9110 section 12.5.3, as far as a server with three variants needs it. */
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
