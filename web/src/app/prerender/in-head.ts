/** What of a rendered page goes into its head, and how data stands in a page without ever becoming markup. */
import { brand as builtBrand } from '#web/brand.ts';
import { madeBrand } from '#web/shared/known-brand.ts';

/** What React puts at the front of a page, as a reader's title and a search engine's text. */
const HOISTED = /^<title>([^<]*)<\/title><meta name="description" content="([^"]*)"\/>/;

export interface Rendered {
  meta: string;
  title: string;
  description: string;
  /** The content of #root. */
  body: string;
}

/** @throws when the page has no title and description at its front */
export function splitRendered(path: string, html: string): Rendered {
  const hoisted = HOISTED.exec(html);
  if (!hoisted) throw new Error(`${path} has no title and description at its front.`);
  const [meta, title = '', description = ''] = hoisted;
  return { meta, title, description, body: html.slice(meta.length) };
}

/** `<` could end the element early. */
export function dataScript(type: string, data: unknown, id?: string): string {
  const named = id ? ` id="${id}"` : '';
  return `<script type="${type}"${named}>${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
}

/** As a page is shown where somebody sends its address. @param path the address that search engines keep */
export function socialCard(
  { title, description }: Pick<Rendered, 'title' | 'description'>,
  path: string,
  origin: string,
): string {
  const brand = madeBrand();
  // The picture shows the name that the build knows.
  const hasPicture = brand.name === builtBrand.name && brand.line === builtBrand.line;
  const tags: [string, string][] = [
    ['og:type', 'website'],
    ['og:site_name', escaped(brand.name)],
    ['og:locale', 'en_IN'],
    // These two are out of the page's own markup.
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
