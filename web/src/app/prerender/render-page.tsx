/**
 * Renders a page to HTML with the components that the browser brings to life: at build, or by the server for pages that
 * show what changes.
 */
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import type { ShownBrand } from '#contract/site/brand.ts';
import { brand as builtBrand } from '#web/brand.ts';
import { READY_EXAMS, ReadyExams, type ShownExams } from '#web/candidate/exams/ready-exams.ts';
import { pages } from '#web/pages.ts';
import { builtIn, madeBrand, READY_BRAND, takeUpBrand } from '#web/shared/known-brand.ts';
import { AppRoutes } from '../router.tsx';
import { examData, structuredData } from './structured-data.ts';

/**
 * @param path an address of the app, such as `/results`
 * @param exams the exams that the page shows from the database; left out at build, which knows none
 * @returns the content of #root, with the page's own <title> and <meta> at its front, where React puts them
 */
async function renderPage(path: string, exams: ShownExams | null = null): Promise<string> {
  const failures: unknown[] = [];
  const { prelude } = await prerender(
    <StrictMode>
      <ReadyExams value={exams}>
        <StaticRouter location={path}>
          <AppRoutes />
        </StaticRouter>
      </ReadyExams>
    </StrictMode>,
    {
      // Otherwise React would move large parts into place by an inline script, which none of our pages may have.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError: (error) => {
        failures.push(error);
      },
    },
  );
  const html = await new Response(prelude).text();
  if (failures.length > 0) throw failures[0];
  return html;
}

interface Shown {
  /** Who runs the site, when that differs from what was built in. */
  brand?: ShownBrand | undefined;
  exams?: ShownExams | undefined;
}

/**
 * For the build (web/build/prerender-pages.ts), which knows only what was built in, and for the server
 * (edge-api/middleware/shown-pages.ts).
 * @returns `said`: the tags for the page's head, with the data that the page was made from; `body`: the content of
 *   #root
 */
async function renderReady(path: string, origin: string, { brand, exams }: Shown = {}) {
  // The site has one name, so pages that are rendered at the same time may use it as well.
  takeUpBrand(brand ?? builtIn);
  const { meta, body, ...words } = splitRendered(path, await renderPage(path, exams));
  const canonical = pages.find((page) => page.path === path)?.sameAs ?? path;
  const things = [
    ...structuredData(path, origin),
    ...(exams ? examData(path, exams.exams, origin) : []),
  ];
  const said = [
    meta,
    socialCard(words, canonical, origin),
    ...things.map((thing) => dataScript('application/ld+json', thing)),
    brand && dataScript('application/json', brand, READY_BRAND),
    exams && dataScript('application/json', exams, READY_EXAMS),
  ];
  return { said: said.filter(Boolean).join('\n'), body };
}

export const renderer = { renderReady };

/** Finds what of a rendered page goes into its head, and puts data into a page so that it never becomes markup. */

/** The title and description that React puts at the front of a page. */
const HOISTED = /^<title>([^<]*)<\/title><meta name="description" content="([^"]*)"\/>/;

interface Rendered {
  meta: string;
  title: string;
  description: string;
  /** The content of #root. */
  body: string;
}

/** @throws when the page has no title and description at its front */
function splitRendered(path: string, html: string): Rendered {
  const hoisted = HOISTED.exec(html);
  if (!hoisted) throw new Error(`${path} has no title and description at its front.`);
  const [meta, title = '', description = ''] = hoisted;
  return { meta, title, description, body: html.slice(meta.length) };
}

/** A script element with data. `<` is escaped, because it could end the element early. */
function dataScript(type: string, data: unknown, id?: string): string {
  const named = id ? ` id="${id}"` : '';
  return `<script type="${type}"${named}>${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
}

/**
 * Tags for the card that is shown when somebody shares the page's address.
 * @param path the address for search engines
 */
function socialCard(
  { title, description }: Pick<Rendered, 'title' | 'description'>,
  path: string,
  origin: string,
): string {
  const brand = madeBrand();
  // The picture shows the name known at build, so it is left out when the name has changed.
  const hasPicture = brand.name === builtBrand.name && brand.line === builtBrand.line;
  const tags: [string, string][] = [
    ['og:type', 'website'],
    ['og:site_name', escaped(brand.name)],
    ['og:locale', 'en_IN'],
    // These two come from the page's own markup, so they are escaped already.
    ['og:title', title],
    ['og:description', description],
    ['og:url', `${origin}${path}`],
  ];
  if (hasPicture)
    tags.push(
      ['og:image', `${origin}/social-card.png`],
      ['og:image:width', '1200'],
      ['og:image:height', '630'],
      ['og:image:alt', escaped(`${brand.name}: ${brand.line}`)],
    );
  const card = `<meta name="twitter:card" content="${hasPicture ? 'summary_large_image' : 'summary'}"/>`;
  return [...tags.map(([name, text]) => `<meta property="${name}" content="${text}"/>`), card].join(
    '\n',
  );
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
