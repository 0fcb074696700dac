import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { madeOnce } from '#api/middleware/reply.ts';
import { endpoints } from '#api/routes/endpoints.ts';
import { problems } from '#contract/wire/problems.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';

const operation = z.looseObject({
  summary: z.string().min(5),
  description: z.string().startsWith('Who: '),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.enum(['path', 'query']) })),
  responses: z.record(
    z.string().regex(/^\d{3}$/),
    z.looseObject({ description: z.string().min(1) }),
  ),
});
const documentSchema = z.looseObject({
  openapi: z.string().startsWith('3.1'),
  paths: z.record(z.string(), z.record(z.string(), operation)),
});

let api: TestApi;
let document: z.infer<typeof documentSchema>;
beforeAll(async () => {
  api = await startApi();
  document = documentSchema.parse((await api.request('openapi.json')).body);
});
afterAll(() => api.close());

describe('the OpenAPI document', () => {
  test('describes every endpoint, with its path parameters and the problems it may answer with', () => {
    for (const { declaration } of endpoints) {
      const path = declaration.path.replace(/:(\w+)/g, '{$1}');
      const told = document.paths[path]?.[declaration.method];
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(
        told?.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
      ).toEqual(named);
      for (const code of declaration.problems ?? []) {
        expect(told?.responses[problems[code].status]?.description).toContain(`\`${code}\``);
      }
    }
  });

  test('describes the redirect that follows the return from the bank', async () => {
    for (const path of ['/payment/paymentresponse', '/payment/applicationpaymentresponse']) {
      const answer = await api.fetch(`/api/v1${path}?order_id=nobodys`);
      expect(Object.keys(document.paths[path]?.get?.responses ?? {})).toContain(
        String(answer.status),
      );
      expect(answer.headers.get('location')).toMatch(/^\/(application)?paymentresponse$/);
    }
  });

  test('is the same under both bases', async () => {
    expect((await api.request('/api/api/v1/openapi.json')).body).toEqual(document);
  });

  test('never shows a candidate’s question with its correct answer', () => {
    const opened = JSON.stringify(document.paths['/exams/{id}/sitting']?.post?.responses);
    expect(opened).toContain('options');
    expect(opened).not.toMatch(/CorrectAnswer|correct"/);
  });
});

test('the readable page lists every endpoint and every problem code, and runs no script', async () => {
  const answer = await api.fetch('docs');
  const page = await answer.text();
  expect(answer.headers.get('content-type')).toContain('text/html');
  const [, style = ''] = /<style>([^<]*)<\/style>/.exec(page) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(answer.headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
  );
  expect(page).not.toMatch(/<script|https?:\/\/(?!json-schema)/);
  for (const { declaration } of endpoints)
    expect(page).toContain(`${declaration.method.toUpperCase()} ${declaration.path}<`);
  for (const code of Object.keys(problems)) expect(page).toContain(`id="${code}"`);
});

test.each(['docs', 'openapi.json'])(
  '%s is sent compressed, and not at all to a client that has it',
  async (path) => {
    const plain = await api.fetch(path);
    const whole = await plain.text();
    const packed = await api.fetch(path, { headers: { 'accept-encoding': 'gzip, br' } });
    const bytes = Buffer.from(await packed.arrayBuffer());
    expect(gunzipSync(bytes).toString()).toBe(whole);
    expect(bytes.length).toBeLessThan(whole.length / 8);
    const etag = plain.headers.get('etag') ?? '';
    const again = await api.fetch(path, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    // Plain and compressed are the same text in different bytes.
    expect(etag).toMatch(/^W\/"/);
    expect(packed.headers.get('etag')).toBe(etag);
    for (const answer of [plain, packed, again]) {
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(answer.headers.get('vary')).toBe('accept-encoding');
    }
    const older = await api.fetch(path, { headers: { 'if-none-match': 'W/"older"' } });
    expect(older.status).toBe(200);
  },
);

test('a changed text has another tag, so that no client keeps the old one', async () => {
  const [one, other] = ['one', 'other'].map((text) => madeOnce(text, 'text/plain'));
  const tagOf = (send: typeof one) => send?.(new Request('http://x/'), {}).headers.get('etag');
  expect(tagOf(one)).not.toBe(tagOf(other));
  const asked = new Request('http://x/', { headers: { 'if-none-match': tagOf(one) ?? '' } });
  expect(one?.(asked, {}).status).toBe(304);
  expect(other?.(asked, {}).status).toBe(200);
});
