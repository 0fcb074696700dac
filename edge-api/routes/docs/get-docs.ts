// GET openapi.json and GET docs: the API describes itself. Both are made and packed once, and sent to nobody who has them.

import { html, raw } from 'hono/html';
import { problems } from '#contract/wire/problems.ts';
import { type Endpoint, endpoint } from '../../middleware/endpoint.ts';
import { plainPageHeaders } from '../../middleware/page-headers.ts';
import { madeOnce, type SendMade } from '../../middleware/reply.ts';
import { describeApi, describeOperation, refusalsOf, WHO } from './open-api.ts';

/** @param described the endpoints that the documents tell of */
export function docsOf(described: readonly Endpoint[]): Endpoint[] {
  let document: SendMade | undefined;
  let page: SendMade | undefined;
  return [
    endpoint(
      {
        method: 'get',
        path: '/openapi.json',
        who: 'anyone',
        summary: 'The OpenAPI 3.1 document.',
        reply: { describe: 'OpenAPI 3.1' },
      },
      async ({ request }) => {
        document ??= madeOnce(JSON.stringify(describeApi(described)), 'application/json');
        return document(request, { 'x-content-type-options': 'nosniff' });
      },
    ),
    endpoint(
      {
        method: 'get',
        path: '/docs',
        who: 'anyone',
        summary: 'The same as a readable page.',
        reply: { describe: 'HTML' },
      },
      async ({ deps, request }) => {
        page ??= madeOnce(renderDocs(described), 'text/html; charset=utf-8');
        return page(request, plainPageHeaders(deps.settings.publicUrl, DOCS_STYLE));
      },
    ),
  ];
}

// The API as a page for people: plain HTML, readable without script, style or network beside it.

/** The one style of the page, named in its content security policy by its hash. */
const DOCS_STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  section { border-top: 1px solid #8884; padding: .5rem 0 1rem; }
  h2 { font-size: 1.05rem; font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
  pre { background: #8882; padding: .75rem; overflow: auto; border-radius: .5rem; font-size: .85rem; }
  dt { font-weight: 600; } dd { margin: 0 0 .25rem 1rem; }`;

function renderDocs(endpoints: readonly Endpoint[]): string {
  return String(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pariksha API</title><style>${raw(DOCS_STYLE)}</style></head>
<body><h1>Pariksha API</h1>
<p>Everything is under <code>/api/v1</code>, and again under <code>/api/api/v1</code>. Send the token of a sign-in as
<code>Authorization: Bearer …</code>. The same as a document for tools: <a href="openapi.json">openapi.json</a>.</p>
${endpoints.map(({ declaration }) => describe(declaration))}
<h2>Refusals</h2><dl>${Object.entries(problems).map(
    ([code, { status, retry, sentence }]) =>
      html`<dt id="${code}">${status} ${code}</dt><dd>${sentence} Retry: ${retry}.</dd>`,
  )}</dl></body></html>`);
}

type Declaration = Endpoint['declaration'];

function describe(declaration: Declaration) {
  const { parameters, requestBody, responses } = describeOperation(declaration);
  return html`<section><h2>${declaration.method.toUpperCase()} ${declaration.path}</h2>
<p>${declaration.summary}</p><p>Who: ${WHO[declaration.who]}</p>
<p>Refusals: ${refusalsOf(declaration).map((code) => html`<a href="#${code}">${code}</a> `)}</p>
<details><summary>Shapes</summary><pre>${JSON.stringify({ parameters, requestBody, responses }, null, 1)}</pre></details></section>`;
}
