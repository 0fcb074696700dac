/** What every answer tells the browser, and what HTTP itself must not let through. */

import { once } from 'node:events';
import { connect } from 'node:net';
import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#api/app.ts';
import { createServing } from '#api/serving.ts';
import { problemBodySchema, problems } from '#contract/wire/problems.ts';
import { METRICS_TOKEN, startApi, type TestApi } from '#tests/support/api.ts';
import { freePort } from '../support/free-port.ts';

let api: TestApi;
let https: Hono;
let port: number;
const serving = createServing();
beforeAll(async () => {
  api = await startApi();
  const settings = { ...api.deps.settings, publicUrl: 'https://exams.example' };
  https = createApp({ ...api.deps, settings });
  port = await freePort();
  await serving.start(api.app.fetch, { port, host: '127.0.0.1' });
});
afterAll(async () => {
  await serving.stop();
  await api.close();
});

const paths = [
  '/api/v1/exams',
  '/api/v1/openapi.json',
  '/api/v1/docs',
  '/api/v1/account', // refused: nobody is signed in
  '/api/v1/questions/upload', // doesn't exist
  '/files/nothinghere',
  '/healthz',
  '/metrics',
];
const bearer = { headers: { authorization: `Bearer ${METRICS_TOKEN}` } };

describe('an answer', () => {
  test.each(paths)(
    'of an https site demands https for a year and forbids framing by other sites: %s',
    async (path) => {
      const { headers } = await https.request(path, bearer);
      expect(headers.get('strict-transport-security')).toMatch(
        /max-age=31536000; includeSubDomains/,
      );
      expect(headers.get('content-security-policy')).toMatch(/frame-ancestors '(self|none)'/);
    },
  );

  test.each(paths)('has a type that browsers must not guess again: %s', async (path) => {
    const answer = await api.app.request(path, bearer);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-type')).toMatch(/^(application\/json|text\/)/);
  });

  test('of a site without https doesn’t demand https', async () => {
    const { headers } = await api.app.request('/api/v1/exams');
    expect(headers.get('strict-transport-security')).toBeNull();
  });
});

/** Sends `text` on one connection and returns everything that comes back. */
async function say(text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const told: Buffer[] = [];
  socket.on('data', (bytes: Buffer) => told.push(bytes));
  socket.end(text);
  await once(socket, 'close');
  return Buffer.concat(told).toString();
}

describe('HTTP', () => {
  const signIn = 'POST /api/v1/auth/signin HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';

  test.each([
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
    ['a length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ])('a request with %s is refused, so that it can’t smuggle in another one', async (_, rest) => {
    const answer = await say(`${signIn}${rest}GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).not.toContain('alive');
  });

  test('TRACE echoes nothing', async () => {
    const answer = await say(
      'TRACE /api/v1/exams HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer secret\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).not.toContain('secret');
  });

  test.each(['*', '/api\\v1/exams'])(
    'a malformed address is refused with a problem from the closed list: %s',
    async (address) => {
      const answer = await say(`GET ${address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1\.1 400 /);
      expect(head).toMatch(/^content-type: application\/json\r?$/im);
      expect(head).toMatch(/^x-content-type-options: nosniff\r?$/im);
      const { code, error } = problemBodySchema.parse(JSON.parse(body));
      expect([code, error]).toEqual(['unreadable', problems.unreadable.sentence]);
    },
  );
});
