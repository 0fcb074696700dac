/**
 * One ready page: the app's shell around what React rendered, with all that stands in the head of a public
 * page. Pure text; throws when the shell or the page isn't what it expects.
 */

/** Stands for the site's own address, which the server puts in (edge-api/middleware/built-files.ts). */
export const ORIGIN = 'https://this-site.invalid';

export interface PageParts {
  path: string;
  /** The address that search engines keep: its own, or that of its twin. */
  canonical: string;
  /** What the page says of itself in its head (web/src/app/prerender/render-page.tsx). */
  said: string;
  /** The content of #root. */
  body: string;
  /** Scripts that bring the page to life, below dist/web, the largest first. */
  scripts: readonly string[];
  /** Of these, what the page begins with. */
  start: readonly string[];
  /**
   * Given where people come to read: what the page may come to need besides those. It then waits with all of them until
   * something on it is touched (web/src/app/site-start.ts).
   */
  later?: readonly string[] | undefined;
  /** What people need on the page that follows this one (web/src/app/site-app.tsx). */
  next?: readonly string[] | undefined;
  /** Style sheets that the page is drawn with, in the order of their files, with their text. */
  styles: ReadonlyMap<string, string>;
  isListed: boolean;
}

export function pageHtml(shell: string, page: PageParts): string {
  // The page's policy lets one script and one style through, those that stand in its head.
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

/** Of a browser to one server, by HTTP/1.1. */
const CONNECTIONS = 6;

const NO_SCRIPT =
  '<p>You can read this page without JavaScript. Registration, payment and exams need it.</p>';

function replaceOnce(html: string, pattern: RegExp, text: string): string {
  if (!pattern.test(html)) throw new Error(`The shell has nothing like ${pattern}.`);
  return html.replace(pattern, () => text);
}

/**
 * The style sheets inside the page, as one that the server names in the page's policy by its hash: drawing the page
 * waits for no second request. Vite's loader looks for a link to a sheet before it fetches one; it finds a disabled
 * link, which no browser fetches. A line for each sheet, in the order of the links: from it the service worker has the
 * file (web/src/pwa/register.ts).
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

/** What a form sends meanwhile goes before those that have no connection yet. */
function preloaded(name: string, place: number): string {
  const priority = place < CONNECTIONS ? '' : ' fetchpriority="low"';
  return `<link rel="modulepreload" href="/${name}"${priority}/>`;
}
