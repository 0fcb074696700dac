/** The server as people start and stop it. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newReference } from '#api/gateways/payment/port.ts';
import { deskOrderListSchema } from '#contract/desk/payment-desk.ts';
import { boardSchema } from '#contract/hall/board.ts';
import { paymentStartedSchema } from '#contract/site/payments.ts';
import { ownSittingsSchema } from '#contract/wire/results.ts';
import { sessionReplySchema } from '#contract/wire/users.ts';
import { DEMO_PASSWORD, demoAccounts } from '#db/seed/demo-content.ts';
import { needsOf } from '#machines/hall/needs-me.ts';
import { type ServerProcess, startAndFail, startServer } from '#tests/support/server-process.ts';
import { freshPostgresUrl } from '#tests/support/test-database.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  PAYMENT_GATEWAY: 'hdfc',
  HDFC_BASE_URL: 'https://gateway.invalid',
  HDFC_MERCHANT_ID: 'M',
  HDFC_API_KEY: 'K',
  HDFC_RESPONSE_KEY: 'R',
  HDFC_PAYMENT_PAGE_CLIENT_ID: 'C',
  SMS_PROVIDER: 'msg91',
  SMS_MSG91_AUTHKEY: 'A',
  SMS_MSG91_UID_CREATED_TEMPLATE_ID: '1',
  SMS_MSG91_PASSWORD_RESET_TEMPLATE_ID: '2',
  SMS_MSG91_PAYMENT_RECEIPT_TEMPLATE_ID: '3',
};

async function post(
  origin: string,
  path: string,
  body: unknown,
  token?: string,
): Promise<Response> {
  return fetch(`${origin}/api/v1/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
}

async function signIn(origin: string, uid: string, password = DEMO_PASSWORD) {
  const answer = await post(origin, 'auth/signin', { uid, password });
  expect(answer.status).toBe(200);
  return sessionReplySchema.parse(await answer.json());
}

describe('a start on an empty folder', () => {
  let folder: string;
  let server: ServerProcess;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pariksha-start-'));
    server = await startServer({ DATA_DIR: folder });
  });
  afterAll(async () => {
    await server.signal('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  test('prints the address, the administrator’s password and accounts that work', async () => {
    const password = /SuperAdmin, password (\S+)/.exec(server.output())?.[1] ?? '';
    expect((await signIn(server.origin, 'SuperAdmin', password)).user.role).toBe('admin');
    for (const { uid, status } of demoAccounts) {
      expect(server.output()).toContain(uid);
      expect((await signIn(server.origin, uid)).user.status).toBe(status);
    }
  });

  test('shows exams of every format, and the score of a candidate who has sat one', async () => {
    const exams = await (await fetch(`${server.origin}/api/v1/exams`)).json();
    expect(exams.map(({ format }: { format: string }) => format).sort()).toEqual([
      'DOC Upload',
      'MCQ',
      'MCQ',
      'MIX',
    ]);
    const { user } = await signIn(server.origin, 'DEMDNE2');
    expect(user.score.map((entry) => Object.keys(entry)[0])).toEqual([
      'TotalScore',
      'English',
      'Computer',
      'Aptitude',
    ]);
  });

  test('[rule 11] has a candidate who took an exam with a valid receipt, and nobody who needs the proctor', async () => {
    const password = /SuperAdmin, password (\S+)/.exec(server.output())?.[1] ?? '';
    const get = async (path: string, token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${server.origin}/api/v1/${path}`, { headers })).json();
    };
    const { user, token } = await signIn(server.origin, 'DEMDNE2');
    const admin = await signIn(server.origin, 'SuperAdmin', password);
    const { rows } = boardSchema.parse(await get(`proctor/board?exam=${user.examID}`, admin.token));
    expect(rows.find(({ uid }) => uid === 'DEMDNE2')).toMatchObject({ received: true });
    expect(rows.filter((row) => needsOf(row, Date.now()).length > 0)).toEqual([]);
    const [sitting] = ownSittingsSchema.parse(await get('sittings', token));
    expect(await get(`receipts/${sitting?.receipt}`, '')).toMatchObject({ state: 'valid' });
  });

  test('answers monitoring: alive, ready, metrics by route', async () => {
    expect(await (await fetch(`${server.origin}/healthz`)).json()).toEqual({ alive: true });
    expect(await (await fetch(`${server.origin}/readyz`)).json()).toEqual({
      ready: true,
      clockInDoubt: false,
    });
    const metrics = await (await fetch(`${server.origin}/metrics`)).text();
    expect(metrics).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/readyz",status="200"\} \d/,
    );
    expect(metrics).toContain('nodejs_eventloop_lag_seconds');
    expect(metrics).not.toContain('DEMREG2');
    const throughProxy = await fetch(`${server.origin}/metrics`, {
      headers: { 'x-forwarded-for': '203.0.113.9' },
    });
    expect(throughProxy.status).toBe(403);
  });

  test('lets a candidate pay on the simulated gateway, who is Fees Paid afterwards', async () => {
    const { user, token } = await signIn(server.origin, 'DEMREG2');
    const started = await post(
      server.origin,
      'payment/hdfc',
      { exam_id: user.examID, customer_id: user.uid },
      token,
    );
    const { payment_url } = paymentStartedSchema.parse(await started.json());
    const page = payment_url.replace(/^http:\/\/localhost/, 'http://127.0.0.1');
    expect(page).toContain(`${server.origin}/simulated-gateway/`);
    const paid = await fetch(page, {
      method: 'POST',
      body: new URLSearchParams({ act: 'pay' }),
      redirect: 'manual',
    });
    await fetch(paid.headers.get('location') ?? '', { redirect: 'manual' });
    expect((await signIn(server.origin, 'DEMREG2')).user.status).toBe('Fees Paid');
  });

  test('lets the administrator refund a payment of the demonstration', async () => {
    const password = /SuperAdmin, password (\S+)/.exec(server.output())?.[1] ?? '';
    const { token } = await signIn(server.origin, 'SuperAdmin', password);
    const asAdmin = { headers: { authorization: `Bearer ${token}` } };
    const asked = await fetch(`${server.origin}/api/v1/payments?search=DEMPAY2`, asAdmin);
    const [order] = deskOrderListSchema.parse(await asked.json());
    expect(order).toMatchObject({ status: 'success', amount: 500 });
    const path = `payments/${order?.order_id}/refunds`;
    const wish = { requestId: newReference(), amount: 500, reason: 'Asked to' };
    const answer = await post(server.origin, path, wish, token);
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 200,
      body: { refunds: [{ amount: 500 }] },
    });
    await post(server.origin, `payments/${order?.order_id}/reconcile`, {}, token);
    const candidate = await signIn(server.origin, 'DEMPAY2');
    const own = await fetch(`${server.origin}/api/v1/payment/orders/${candidate.user.TxnID}`, {
      headers: { authorization: `Bearer ${candidate.token}` },
    });
    expect(await own.json()).toMatchObject({
      status: 'refunded',
      refunds: [{ amount: 500, status: 'success' }],
    });
  });

  test('refuses a second server on the same folder in one line', async () => {
    const { code, output } = await startAndFail({ DATA_DIR: folder });
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toEqual([
      expect.stringContaining('in use by another process'),
    ]);
  });

  test('reports a folder that can’t be written to in one line, even with Postgres, because uploads go there', async () => {
    const noFolder = join(folder, 'a-file');
    await writeFile(noFolder, '');
    const { code, output } = await startAndFail({
      DATABASE_URL: await freshPostgresUrl(),
      DATA_DIR: noFolder,
    });
    expect([code, output.trim()]).toEqual([
      1,
      `DATA_DIR: nothing can be written in ${noFolder}, it is not a folder.`,
    ]);
  });

  test('reports a port in use in one line', async () => {
    const DATABASE_URL = await freshPostgresUrl();
    const { code, output } = await startAndFail({
      DATABASE_URL,
      PORT: new URL(server.origin).port,
    });
    expect([code, output.trim()]).toEqual([
      1,
      'The port is in use by another process. Set PORT to another one.',
    ]);
  });

  test('is stopped by SIGTERM: the current request finishes, the exit code is 0, and the next start has everything and prints no password', async () => {
    const body = JSON.stringify({ uid: 'DEMPAY2', password: DEMO_PASSWORD });
    const { hostname, port } = new URL(server.origin);
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.write(
      `POST /api/v1/auth/signin HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n${body.slice(0, 5)}`,
    );
    await once(socket, 'data'); // "100 Continue": the request is under way
    const ended = server.signal('SIGTERM');
    await expect(refusesConnections(Number(port))).resolves.toBe(true);
    socket.write(body.slice(5));
    await once(socket, 'close');
    expect(answer).toContain('HTTP/1.1 200');
    expect(await ended).toBe(0);

    server = await startServer({ DATA_DIR: folder });
    expect(server.output()).not.toContain('SuperAdmin');
    expect(server.output()).toContain('DEMPAY2');
    expect((await signIn(server.origin, 'DEMREG2')).user.status).toBe('Fees Paid');
  });
});

/** Connects until it is refused: the listening socket closes a moment after the signal. */
async function refusesConnections(port: number): Promise<boolean> {
  for (;;) {
    const knock = connect(port, '127.0.0.1');
    const outcome = await Promise.race([
      once(knock, 'connect').then(() => 'open'),
      once(knock, 'error').then(() => 'closed'),
    ]).catch(() => 'closed');
    knock.destroy();
    if (outcome === 'closed') return true;
  }
}

describe('production', () => {
  test('starts on Postgres without demonstration, with the given password', async () => {
    const server = await startServer({
      ...PRODUCTION,
      DATABASE_URL: await freshPostgresUrl(),
      SUPERADMIN_PASSWORD: 'given by the operator',
      PUBLIC_URL: 'https://exams.example.in',
    });
    expect(server.output()).not.toContain('password');
    const first = 'given by the operator';
    const { user, token } = await signIn(server.origin, 'SuperAdmin', first);
    expect(user).toMatchObject({ mustChangePassword: true, mustSetSecondFactor: true });
    // That password stands in a settings file, so it opens nothing, not even the setup of a second factor, and can't be kept.
    const choose = (newPassword: string) =>
      post(server.origin, 'auth/change-password', { password: '', newPassword }, token);
    const setUp = (password: string) =>
      post(server.origin, 'account/second-factor', { password }, token);
    expect((await setUp(first)).status).toBe(403);
    expect((await choose(first)).status).toBe(422);
    expect((await choose('known to me alone')).status).toBe(200);
    expect((await setUp('known to me alone')).status).toBe(200);
    expect(await (await fetch(`${server.origin}/api/v1/exams`)).json()).toEqual([]);
    expect((await fetch(`${server.origin}/simulated-gateway/`)).status).toBe(404);
    expect(await server.signal('SIGTERM')).toBe(0);
  });

  test('reports an unreachable database in one line', async () => {
    const { code, output } = await startAndFail({
      DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/none',
      LOG_LEVEL: 'silent',
    });
    expect([code, output.trim()]).toEqual([1, 'The database at DATABASE_URL cannot be reached.']);
  });
});
