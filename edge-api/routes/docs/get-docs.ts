// GET openapi.json and GET docs: the API describes itself.
import { type Endpoint, endpoint } from '../../middleware/endpoint.ts';
import { plainPageHeaders } from '../../middleware/page-headers.ts';
import { DOCS_STYLE, renderDocs } from './docs-page.ts';
import { describeApi } from './open-api.ts';

/** @param described the endpoints that the documents tell of */
export function docsOf(described: readonly Endpoint[]): Endpoint[] {
  let document: string | undefined;
  let page: string | undefined;
  return [
    endpoint(
      {
        method: 'get',
        path: '/openapi.json',
        who: 'anyone',
        summary: 'The OpenAPI 3.1 document.',
        reply: { describe: 'OpenAPI 3.1' },
      },
      async () => {
        document ??= JSON.stringify(describeApi(described));
        return new Response(document, {
          headers: {
            'content-type': 'application/json',
            'cache-control': 'no-cache',
            'x-content-type-options': 'nosniff',
          },
        });
      },
    ),
    endpoint(
      {
        method: 'get',
        path: '/docs',
        who: 'anyone',
        summary: 'The same as a page to read.',
        reply: { describe: 'HTML' },
      },
      async ({ deps }) => {
        page ??= renderDocs(described);
        return new Response(page, {
          headers: {
            'content-type': 'text/html; charset=utf-8',
            'cache-control': 'no-cache',
            ...plainPageHeaders(deps.settings.publicUrl, DOCS_STYLE),
          },
        });
      },
    ),
  ];
}
