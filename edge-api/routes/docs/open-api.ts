// The OpenAPI document, made from the endpoints' own declarations: what it says is what the server checks.
import * as z from 'zod/mini';
import { type ProblemCode, problemBodySchema, problems } from '#contract/wire/problems.ts';
import type { Endpoint, Who } from '../../middleware/endpoint.ts';

type Declaration = Endpoint['declaration'];
export type Operation = {
  summary: string;
  description: string;
  security?: unknown;
  parameters: unknown[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
};

export const WHO: Record<Who, string> = {
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

export function describeApi(endpoints: readonly Endpoint[]): Record<string, unknown> {
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

export function describeOperation(declaration: Declaration): Operation {
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

/** What an endpoint may refuse with: its own, and those of rights and shape. */
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

/** Of a body's fields, and of its device's. */
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

/** Without `$schema`, which belongs to a document of its own. What JSON Schema can't say stays open. */
function toSchema(schema: z.ZodMiniType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
