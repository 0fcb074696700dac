/**
 * Makes the HTML of one ready page: the app's shell around what React rendered, with everything that belongs in the
 * head of a public page. Works on text only; throws when the shell or the page isn't as expected.
 */

/** A placeholder for the site's own address, which the server puts in (edge-api/middleware/built-files.ts). */
export const ORIGIN = 'https://this-site.invalid';

export interface PageParts {
  path: string;
  /** The address for search engines: the page's own, or that of its twin. */
  canonical: string;
  /** The page's own tags for the head (web/src/app/prerender/render-page.tsx). */
  said: string;
  /** The content of #root. */
  body: string;
  /** File names, below dist/web, of the scripts that bring the page to life, the largest first. */
  scripts: readonly string[];
  /** Those of `scripts` with which the page starts. */
  start: readonly string[];
  /**
   * For pages that people come to read: scripts that the page may need besides `scripts`. Such a page loads only
   * `start` until something on it is touched (web/src/app/site-start.ts).
   */
  later?: readonly string[] | undefined;
  /** Files that people need on the page that follows this one (web/src/app/site-app.tsx). */
  next?: readonly string[] | undefined;
  /** Names and texts of the style sheets that the page is drawn with, in their order. */
  styles: ReadonlyMap<string, string>;
  isListed: boolean;
}

export function pageHtml(shell: string, page: PageParts): string {
  // The page's security policy allows only one script and one style, those in its head.
  const refused = /<script|<style|\s(?:style|on\w+)="/.exec(page.body);
  if (refused) throw new Error(`${page.path} carries ${refused[0].trim()} within its markup.`);
  const head = [
    page.said,
    `<link rel="canonical" href="${ORIGIN}${page.canonical}"/>`,
    page.isListed ? '' : '<meta name="robots" content="noindex"/>',
    inlined(page.styles),
    ...(page.next ?? []).map((name) => `<link data-next href="/${name}"/>`),
    ...(page.later ? page.scripts : [])
      .filter((name) => !page.start.includes(name))
      .map((name) => `<link data-part="first" href="/${name}"/>`),
    ...(page.later ?? []).map((name) => `<link data-part href="/${name}"/>`),
  ];
  return [
    [
      /<script>/,
      `${(page.later ? page.start : page.scripts).map(preloaded).join('')}<script data-ready>`,
    ],
    [/<title>[^<]*<\/title>\s*/, ''],
    [/<meta name="description"[^>]*>\s*/, ''],
    [/(?:<link rel="stylesheet"[^>]*>\s*)+/, ''],
    [/\s*<\/head>/, `\n${head.filter(Boolean).join('\n')}\n</head>`],
    [
      /<div id="root">[\s\S]*?<\/div>/,
      `<div id="root" data-page="${page.path}"${page.later ? ' data-waits' : ''}>${page.body}</div>`,
    ],
    [/<noscript>[\s\S]*?<\/noscript>/, `<noscript>${NO_SCRIPT}</noscript>`],
  ].reduce<string>(
    (html, [pattern, text]) => replaceOnce(html, pattern as RegExp, text as string),
    shell,
  );
}

/** The number of connections that a browser opens to one server with HTTP/1.1. */
const CONNECTIONS = 6;

const NO_SCRIPT =
  '<p>You can read this page without JavaScript. Registration, payment and exams need it.</p>';

function replaceOnce(html: string, pattern: RegExp, text: string): string {
  if (!pattern.test(html)) throw new Error(`The shell has nothing like ${pattern}.`);
  return html.replace(pattern, () => text);
}

/**
 * All style sheets in one style element, which the server allows in the page's policy by its hash, so that drawing the
 * page waits for no second request. Before Vite's loader fetches a sheet, it looks for a link to it; it finds a
 * disabled link, which no browser fetches. Each sheet is one line, in the order of the links, so that the service
 * worker can take the files from the page (web/src/pwa/register.ts).
 */
function inlined(sheets: ReadonlyMap<string, string>): string {
  for (const [name, text] of sheets) {
    if (text.includes('</')) throw new Error(`${name} would end its style element.`);
    if (text.indexOf('\n') !== text.length - 1) throw new Error(`${name} is not one line.`);
  }
  const text = [...sheets.values()].join('');
  const links = [...sheets.keys()].map(
    (name) => `<link rel="stylesheet" href="/${name}" disabled/>`,
  );
  return `<style>${text}</style>${links.join('')}`;
}

/**
 * Scripts beyond the browser's first connections have a low priority, so that a form that is sent meanwhile goes first.
 */
function preloaded(name: string, place: number): string {
  const priority = place < CONNECTIONS ? '' : ' fetchpriority="low"';
  return `<link rel="modulepreload" href="/${name}"${priority}/>`;
}
