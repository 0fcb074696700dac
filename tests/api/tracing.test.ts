/** Traces go to the configured collector, say how long each part took, and identify nobody. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { DEMO_PASSWORD, demoAccounts } from '#db/seed/demo-content.ts';
import { startServer } from '#tests/support/server-process.ts';
import { migratedPostgresUrl } from '#tests/support/test-database.ts';
import { closedOrigin, listenWith } from './gateway-servers.ts';

const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({
        attributes: z.array(
          z.object({ key: z.string(), value: z.object({ stringValue: z.string() }) }),
        ),
      }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              attributes: z.array(
                z.object({
                  key: z.string(),
                  value: z.union([
                    z.object({ stringValue: z.string() }).transform((it) => it.stringValue),
                    z.object({ intValue: z.coerce.number() }).transform((it) => it.intValue),
                  ]),
                }),
              ),
            }),
          ),
        }),
      ),
    }),
  ),
});

async function startTraced(collector: string) {
  const folder = await mkdtemp(join(tmpdir(), 'pariksha-traced-'));
  const server = await startServer({
    DATABASE_URL: await migratedPostgresUrl(),
    DEMO: 'on',
    DATA_DIR: folder,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector,
  });
  onTestFinished(async () => {
    await server.signal('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  const uid = demoAccounts[0]?.uid ?? '';
  const signIn = () =>
    fetch(`${server.origin}/api/v1/auth/signin?from=a-secret-address`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        traceparent: '00-11111111111111111111111111111111-2222222222222222-01',
      },
      body: JSON.stringify({ uid, password: DEMO_PASSWORD }),
    });
  return { server, signIn, uid };
}

test('a request is a span named by its route, with its statements as spans inside, and nothing identifies the person', async () => {
  const collector = await listenWith(200, '{}');
  const { server, signIn, uid } = await startTraced(collector.origin);
  const answer = await signIn();
  expect(answer.status).toBe(200);
  const { token } = z.object({ token: z.string() }).parse(await answer.json());
  const missing = await fetch(`${server.origin}/api/v1/nowhere/${uid}`);
  expect(missing.status).toBe(404);
  expect(await server.signal('SIGTERM')).toBe(0);

  expect(collector.requests.map(({ url }) => new URL(url).pathname)).toContain('/v1/traces');
  const told = collector.requests.map(({ body }) => body).join('\n');
  for (const secret of [uid, token, DEMO_PASSWORD, 'a-secret-address'])
    expect(told).not.toContain(secret);
  const sent = collector.requests.flatMap(
    ({ body }) => exportSchema.parse(JSON.parse(body)).resourceSpans,
  );
  expect(sent[0]?.resource.attributes).toContainEqual({
    key: 'service.name',
    value: { stringValue: 'pariksha' },
  });
  const spans = sent.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  const request = spans.find(({ name }) => name === 'POST /api/v1/auth/signin');
  expect(request?.traceId).not.toBe('11111111111111111111111111111111');
  expect(request?.parentSpanId ?? '').toBe('');
  expect(request?.attributes).toContainEqual({ key: 'http.response.status_code', value: 200 });
  const within = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  const texts = within.flatMap(({ attributes }) =>
    attributes.filter(({ key }) => key === 'db.query.text').map(({ value }) => value),
  );
  expect(texts).toContainEqual(expect.stringContaining('users'));
  expect(spans.map(({ name }) => name)).toContain('GET none');
  // The server's timers, every five seconds, start no trace.
  const requests = spans.filter(({ parentSpanId }) => !parentSpanId);
  expect(requests.every(({ name }) => /^(GET|POST) /.test(name))).toBe(true);
});

test('an unreachable collector fails no request and no orderly stop', async () => {
  const { server, signIn } = await startTraced(await closedOrigin());
  expect((await signIn()).status).toBe(200);
  expect(await server.signal('SIGTERM')).toBe(0);
});
