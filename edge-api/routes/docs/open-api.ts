// GET openapi.json and GET docs: the API describes itself. Both are made and compressed once; a client that has the current
// one gets 304.
import { html, raw } from 'hono/html';
import * as z from 'zod/mini';
import { type ProblemCode, problemBodySchema, problems } from '#contract/wire/problems.ts';
import { type Endpoint, endpoint, type Who } from '../../middleware/endpoint.ts';
import { plainPageHeaders } from '../../middleware/page-headers.ts';
import { madeOnce, type SendMade } from '../../middleware/reply.ts';

/** @param described the endpoints that the documents describe */
export function docsOf(described: readonly Endpoint[]): Endpoint[] {
  let document: SendMade | undefined;
  let page: SendMade | undefined;
  return [
    endpoint(
      {
        route: 'get /openapi.json',
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
        route: 'get /docs',
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

// The API as a page for people: plain HTML that needs no script and no other file.

/** The page's only style. The content security policy allows it by its hash. */
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

// The OpenAPI document. It is made from the endpoints' own declarations, so it says what the server checks.

type Operation = {
  summary: string;
  description: string;
  security?: unknown;
  parameters: unknown[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
};

const WHO: Record<Who, string> = {
  anyone: 'Anyone.',
  gateway: 'The payment gateway, through the browser; the request carries its own proof.',
  operator: 'Monitoring: from the same machine, or with METRICS_TOKEN.',
  'signed-in': 'Anyone signed in.',
  candidate: 'A candidate, for themselves.',
  proctor: 'A proctor, for themselves.',
  admin: 'The administrator.',
  staff: 'A proctor or the administrator, for themselves.',
  'candidate-or-admin': 'A candidate for themselves, or the administrator.',
};

function describeApi(endpoints: readonly Endpoint[]): Record<string, unknown> {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const { declaration } of endpoints) {
    const path = declaration.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [declaration.method]: describeOperation(declaration) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pariksha',
      version: '1',
      description:
        'Recruitment, training and online examination. The same calls answer under /api/api/v1.',
    },
    servers: [{ url: '/api/v1' }],
    paths,
    components: {
      schemas: { Problem: toSchema(problemBodySchema, 'output') },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function describeOperation(declaration: Declaration): Operation {
  const { who, summary, params, query, body, form, reply, status = 200 } = declaration;
  const content = body
    ? { 'application/json': { schema: toSchema(body, 'input') } }
    : form && { 'multipart/form-data': { schema: describeForm(form.describe) } };
  return {
    summary,
    description: `Who: ${WHO[who]}`,
    ...(needsSession(who) && { security: [{ token: [] }] }),
    parameters: [...describeParameters(params, 'path'), ...describeParameters(query, 'query')],
    ...(content && { requestBody: { required: true, content } }),
    responses: {
      [status]: isSchema(reply)
        ? {
            description: 'Done.',
            content: { 'application/json': { schema: toSchema(reply, 'output') } },
          }
        : { description: reply.describe },
      ...describeRefusals(refusalsOf(declaration)),
    },
  };
}

/** The codes that an endpoint may refuse with: its own, and those about rights and shape that its declaration implies. */
export function refusalsOf({
  who,
  params,
  query,
  body,
  form,
  whileBlocked,
  problems: own = [],
}: Declaration): ProblemCode[] {
  const implied: ProblemCode[] = [];
  if (needsSession(who)) implied.push('signed-out', 'forbidden');
  if (needsSession(who) && !whileBlocked) implied.push('account-blocked');
  if (body || form) implied.push('unreadable', 'too-large');
  if (form && needsSession(who)) implied.push('throttled');
  if (body && 'protocol' in namesIn(toSchema(body, 'input'))) implied.push('app-too-old');
  if (params || query || body || form) implied.push('invalid');
  return [...new Set([...implied, ...own])];
}

/** The fields of a body, and those of its field `device`. */
function namesIn({ properties = {} }: ReturnType<typeof toSchema>): object {
  const device = z.safeParse(z.object({ properties: z.looseObject({}) }), properties.device);
  return { ...properties, ...device.data?.properties };
}

function describeRefusals(codes: readonly ProblemCode[]): Record<string, unknown> {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of codes)
    byStatus.set(problems[code].status, [...(byStatus.get(problems[code].status) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      status,
      {
        description: list.map((code) => `\`${code}\`: ${problems[code].sentence}`).join(' '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

function describeForm(parts: Record<string, string>): unknown {
  const properties = Object.entries(parts).map(([name, description]) => [
    name,
    { type: 'string', description },
  ]);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

function describeParameters(schema: Declaration['params'], place: 'path' | 'query'): unknown[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function needsSession(who: Who): boolean {
  return who !== 'anyone' && who !== 'gateway' && who !== 'operator';
}

function isSchema(reply: Declaration['reply']): reply is z.ZodMiniType {
  return '_zod' in reply;
}

/** JSON Schema without `$schema`, which only a whole document has. What JSON Schema can't express allows any value. */
function toSchema(schema: z.ZodMiniType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
