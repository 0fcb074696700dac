/** What every answer tells a browser, and what HTTP itself must not let through. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#api/app.ts';
import { METRICS_TOKEN, startApi, type TestApi } from '#tests/support/api.ts';
import { portOf } from '../support/free-port.ts';

let api: TestApi;
let https: Hono;
let server: ServerType;
beforeAll(async () => {
  api = await startApi();
  const settings = { ...api.deps.settings, publicUrl: 'https://exams.example' };
  https = createApp({ ...api.deps, settings });
  server = serve({ fetch: api.app.fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
});
afterAll(async () => {
  await new Promise((done) => server.close(done));
  await api.close();
});

const paths = [
  '/api/v1/exams',
  '/api/v1/openapi.json',
  '/api/v1/docs',
  '/api/v1/account', // refused: nobody is signed in
  '/api/v1/questions/upload', // no such call
  '/files/nothinghere',
  '/healthz',
  '/metrics',
];
const bearer = { headers: { authorization: `Bearer ${METRICS_TOKEN}` } };

describe('an answer', () => {
  test.each(paths)(
    'of an https site asks for https for a year and for no stranger’s frame: %s',
    async (path) => {
      const { headers } = await https.request(path, bearer);
      expect(headers.get('strict-transport-security')).toMatch(
        /max-age=31536000; includeSubDomains/,
      );
      expect(headers.get('content-security-policy')).toMatch(/frame-ancestors '(self|none)'/);
    },
  );

  test.each(paths)('is never guessed at: %s', async (path) => {
    const answer = await api.app.request(path, bearer);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-type')).toMatch(/^(application\/json|text\/)/);
  });

  test('of a site without https promises none', async () => {
    const { headers } = await api.app.request('/api/v1/exams');
    expect(headers.get('strict-transport-security')).toBeNull();
  });
});

/** All that comes back on one connection. */
async function say(text: string): Promise<string> {
  const socket = connect(portOf(server), '127.0.0.1');
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
  ])('a request with %s is refused, so that none hides behind it', async (_, rest) => {
    const answer = await say(`${signIn}${rest}GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).not.toContain('alive');
  });

  test('TRACE sends nothing back', async () => {
    const answer = await say(
      'TRACE /api/v1/exams HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer secret\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).not.toContain('secret');
  });
});
