/** What of a rendered page goes into its head, and how data stands in a page without ever becoming markup. */

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
