/**
 * Writes the public pages as ready HTML (dist/web/pages/), with sitemap.xml, robots.txt and a note of all addresses
 * that the app answers, so that the server can tell a page from a wrong address. Some addresses must be absolute on the
 * web; the build doesn't know the site's own address, so it writes ORIGIN, which the server replaces.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Manifest, type Plugin } from 'vite';
import { modulesOf, pages } from '../src/pages.ts';
import { type Follow, filesOf } from './chunk-graph.ts';
import { className } from './class-name.ts';
import { FIRST_SCRIPT } from './first-script.ts';
import { ORIGIN, type PageParts, pageHtml } from './page-html.ts';

/** What the app's own prerender module exports; see web/src/app/prerender/render-page.tsx. */
interface Renderer {
  renderReady(path: string, origin: string): Promise<{ said: string; body: string }>;
}

/**
 * For the server, which renders some pages itself: the renderer, and each page with marks where its head and its
 * content go.
 */
const SHOWN = '.vite/shown';
const SAID_MARK = '<!--said-->';
const BODY_MARK = '<!--body-->';

/** For the server: which addresses are pages, which text to replace by its own address, which script may run. */
const SITE_NOTE = '.vite/site.json';
/** Must be within the first kilobyte of a page. */
const CHARSET = '<meta charset="utf-8" />';
const SITE = 'src/app/site-screens.ts';
const START = 'src/app/site-start.ts';
const APP = 'src/app/site-app.tsx';
/** Loaded only when somebody writes in a form or opens a dialog. */
const isOnDemand: Follow = (module) =>
  /^src\/(?:site\/enquiries|shared\/payments|candidate\/exams\/exam-details)|^_(?:footer|applications|enquiries)-|contract\/site\//.test(
    module,
  );
/** Pages from which somebody who is about to take an exam goes on to SIGNED_IN. */
const DOORS = ['/gethired', '/register'];
const SIGNED_IN = 'src/candidate/payments/exam-payment.page.tsx';
/** The server sends this page with status 404. */
const NOT_FOUND = '/404';

/** Must come after the plugin that makes the service worker and before the one that compresses. */
export function prerenderPages(root: string, outDir: string): Plugin {
  return {
    name: 'prerender-pages',
    apply: 'build',
    // The script must come before everything that it watches over.
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace(CHARSET, `${CHARSET}\n    <script>${FIRST_SCRIPT}</script>`),
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: (error) => (error ? undefined : writePages(root, outDir)),
    },
  };
}

async function writePages(root: string, outDir: string): Promise<void> {
  const shell = await readFile(join(outDir, 'index.html'), 'utf8');
  const manifest: Manifest = JSON.parse(
    await readFile(join(outDir, '.vite/manifest.json'), 'utf8'),
  );
  // A new folder each time, because Node reads a module only once per address. Not made by mkdtemp: only the user who
  // builds could read it, and the server may run as another user.
  const rendererDir = join(dirname(outDir), `renderer-${randomUUID()}`);
  await mkdir(rendererDir, { recursive: true });
  const renderer = await loadRenderer(root, rendererDir);
  const ready = pages.filter((page) => page.ready);
  const start = await bySize(
    outDir,
    [...filesOf(manifest, ['index.html', START], () => false)].filter(isScript),
  );
  for (const page of ready) {
    const path = page.path === '*' ? NOT_FOUND : page.path;
    const roots = ['index.html', START, APP, ...modulesOf(page)];
    if (page.screen.startsWith('site/')) roots.push(SITE);
    const files = [...filesOf(manifest, roots, () => false)];
    const scripts = files.filter(isScript);
    const isForReading = page.screen.startsWith('site/') || page.shows !== undefined;
    const { said, body } = await renderer.renderReady(path, ORIGIN);
    const parts: PageParts = {
      path,
      canonical: page.sameAs ?? path,
      said,
      body,
      scripts: inOrder(await bySize(outDir, scripts), start),
      start,
      later: isForReading
        ? [...filesOf(manifest, roots, isOnDemand)].filter(
            (name) => isScript(name) && !scripts.includes(name),
          )
        : undefined,
      next: DOORS.includes(path)
        ? [...filesOf(manifest, [SIGNED_IN], () => false)].filter((name) => !files.includes(name))
        : undefined,
      styles: new Map([
        ...(await readStyles(outDir, files, shell)),
        ...(await readStyles(outDir, later(manifest, roots), shell, body)),
      ]),
      isListed: page.ready === 'listed',
    };
    const name = `${path === '/' ? 'index' : path.slice(1)}.html`;
    const file = join(outDir, 'pages', name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, pageHtml(shell, parts));
    const template = join(rendererDir, name);
    await mkdir(dirname(template), { recursive: true });
    await writeFile(template, pageHtml(shell, { ...parts, said: SAID_MARK, body: BODY_MARK }));
  }
  await rm(join(outDir, SHOWN), { recursive: true, force: true });
  await rename(rendererDir, join(outDir, SHOWN));
  const listed = ready
    .filter((page) => page.ready === 'listed' && !page.sameAs)
    .map(({ path }) => path);
  await writeFile(join(outDir, 'sitemap.xml'), sitemap(listed));
  await writeFile(join(outDir, 'robots.txt'), ROBOTS);
  const script = createHash('sha256').update(FIRST_SCRIPT).digest('base64');
  const appPaths = pages.map(({ path }) => path).filter((path) => path !== '*');
  const shown = pages.filter((page) => page.shows).map(({ path }) => path);
  const readyPaths = ready.map(({ path }) => (path === '*' ? NOT_FOUND : path));
  const note = {
    origin: ORIGIN,
    paths: appPaths,
    ready: readyPaths,
    shown,
    script: `sha256-${script}`,
  };
  await writeFile(join(outDir, SITE_NOTE), JSON.stringify(note));
}

const isScript = (name: string) => name.endsWith('.js');

/**
 * The largest script comes first, then those that the page starts with, because they begin to fetch everything else.
 */
function inOrder(bySize: readonly string[], start: readonly string[]): string[] {
  return [...new Set([...bySize.slice(0, 1), ...start, ...bySize])];
}

async function bySize(outDir: string, names: readonly string[]): Promise<string[]> {
  const sizes = new Map<string, number>();
  for (const name of names) sizes.set(name, (await stat(join(outDir, name))).size);
  return names.toSorted((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0));
}

/** Files that may come after the page: its lazy parts, whose HTML is already in it, and everything that isn't shown. */
const later = (manifest: Manifest, roots: readonly string[]) => [
  ...filesOf(manifest, roots, () => true),
];

/**
 * Reads the style sheets among `files`. Those that every page starts with come first, in the shell's order.
 * @param body when given, only sheets with a class that occurs in this HTML are read
 */
async function readStyles(
  outDir: string,
  files: readonly string[],
  shell: string,
  body?: string,
): Promise<Map<string, string>> {
  const sheets = files.filter((file) => file.endsWith('.css'));
  const place = (name: string) => (shell.includes(name) ? shell.indexOf(name) : shell.length);
  const styles = new Map<string, string>();
  for (const name of sheets.sort((a, b) => place(a) - place(b))) {
    const text = await readFile(join(outDir, name), 'utf8');
    if (body === undefined || isUsedIn(body, text)) styles.set(name, text);
  }
  return styles;
}

function isUsedIn(body: string, sheet: string): boolean {
  const classes = [...sheet.matchAll(/\.(_[\w-]+)/g)].map(([, name = '']) => name);
  return classes.some((name) => new RegExp(`[" ]${name}[" ]`).test(body));
}

/** The app's pages as a module for Node, built by the same tool from the same sources. */
async function loadRenderer(root: string, outDir: string): Promise<Renderer> {
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    plugins: [react()],
    css: { modules: { generateScopedName: className } },
    build: {
      ssr: 'src/app/prerender/render-page.tsx',
      outDir,
      emptyOutDir: true, // a new folder, said so that the tool doesn't warn of one outside its root
      rolldownOptions: { output: { entryFileNames: 'render-page.mjs' } },
    },
    ssr: { noExternal: true },
  });
  const url = pathToFileURL(join(outDir, 'render-page.mjs')).href;
  const made: { renderer: Renderer } = await import(url);
  return made.renderer;
}

function sitemap(paths: readonly string[]): string {
  const urls = paths.map((path) => `  <url><loc>${ORIGIN}${path}</loc></url>\n`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`;
}

const ROBOTS = `User-agent: *
Disallow: /api/
Disallow: /admin
Disallow: /exam$
Disallow: /simulated-gateway/

Sitemap: ${ORIGIN}/sitemap.xml
`;
