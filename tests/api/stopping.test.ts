/** How the server stops under load, and how it treats clients that hang up. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '#tests/support/api.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { freshPostgresUrl } from '#tests/support/test-database.ts';

const CLIENTS = 16;

let first: ServerProcess;
let second: ServerProcess;
beforeAll(async () => {
  const DATABASE_URL = await freshPostgresUrl();
  const environment = { DATABASE_URL, DEMO: 'on', TRUST_PROXY: 'on' };
  first = await startServer(environment);
  second = await startServer(environment);
});
afterAll(async () => {
  await Promise.all([first.signal('SIGKILL'), second.signal('SIGKILL')]);
});

async function ask(agent: Agent, url: string): Promise<{ status: number; closes: boolean }> {
  const sent = request(url, { agent });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return { status: answer.statusCode ?? 0, closes: answer.headers.connection === 'close' };
}

test('the server keeps a connection longer than a balancer does, so that no request is sent on one that is closing', async () => {
  const answer = await fetch(`${first.origin}/healthz`);
  const [, seconds] = /timeout=(\d+)/.exec(answer.headers.get('keep-alive') ?? '') ?? [];
  // The default of nginx and of Amazon’s balancers: 60 s.
  expect(Number(seconds)).toBeGreaterThan(60);
});

const RESTART =
  'a rolling restart under sixteen busy clients fails no request, and the old process ends by itself';
test(RESTART, async () => {
  const servers = [first.origin, second.origin];
  const failed: unknown[] = [];
  const answered = [0, 0];
  let said = 0;
  let over = false;
  const client = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let at = 0;
    while (!over) {
      try {
        const { status, closes } = await ask(agent, `${servers[at]}/api/v1/exams`);
        if (status !== 200) failed.push(status);
        answered[at] = (answered[at] ?? 0) + 1;
        if (!closes) continue;
        said++;
        at = 1; // like a balancer that asks /readyz
      } catch (error) {
        failed.push(error);
      }
    }
    agent.destroy();
  };
  const busy = Array.from({ length: CLIENTS }, client);
  while ((answered[0] ?? 0) < 5 * CLIENTS) await nextTurn();
  const code = await first.signal('SIGTERM');
  while ((answered[1] ?? 0) < 5 * CLIENTS) await nextTurn();
  over = true;
  await Promise.all(busy);
  expect(failed).toEqual([]);
  expect(code).toBe(0);
  expect(said).toBe(CLIENTS);
});

test('a process that is stopping answers /readyz with 503', async () => {
  const api = await startApi();
  expect((await api.request('/readyz')).status).toBe(200);
  api.deps.isStopping = () => true;
  expect((await api.request('/readyz')).status).toBe(503);
  await api.close();
});

test('a client that hangs up while sending or listening leaves no error in the log', async () => {
  const { hostname, port } = new URL(second.origin);
  const json = 'Content-Type: application/json\r\nContent-Length: 900\r\n\r\n{"email';
  const form = 'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 900\r\n\r\n--b';
  for (const begun of [
    `POST /api/v1/newsletter HTTP/1.1\r\nHost: x\r\n${json}`,
    'POST /api/v1/newsletter HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"ema\r\n',
    `POST /api/v1/payment/paymentresponse HTTP/1.1\r\nHost: x\r\n${form}`,
    'GET /api/v1/exams HTTP/1.1\r\nHost: x\r\n\r\n',
  ]) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(begun);
    // This answer comes from the same event loop, so the request before it has been read by now.
    await fetch(`${second.origin}/readyz`);
    socket.resetAndDestroy();
  }
  await fetch(`${second.origin}/readyz`);
  await fetch(`${second.origin}/api/v1/exams`);
  expect(second.output()).not.toMatch(/"level":"(error|fatal)"|Error:/);
});

test('with TRUST_PROXY nobody reads the metrics without the token, not even from this machine', async () => {
  expect((await fetch(`${second.origin}/metrics`)).status).toBe(403);
});

test('an idle server stops in order', async () => {
  expect(await second.signal('SIGTERM')).toBe(0);
});
