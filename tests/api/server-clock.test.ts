/** A machine's clock jumps under the running server (decision 95): no sitting is closed, and nothing waits for a year. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClock, watchClock } from '#api/services/clock/steady-clock.ts';
import { lookAtTimes } from '#api/services/doctor/look-at-database.ts';
import { lookAtAddress } from '#api/services/doctor/look-outside.ts';
import { sendDueSms } from '#api/services/messages/sms-outbox.ts';
import { reconcileDue } from '#api/services/payments/reconcile-open.ts';
import { closeOverdue } from '#api/services/sittings/close-overdue.ts';
import { paymentStartedSchema } from '#contract/site/payments.ts';
import { openReplySchema, pushReplySchema } from '#contract/wire/sync.ts';
import { sessionReplySchema } from '#contract/wire/users.ts';
import { openDatabase } from '#db/client.ts';
import { DEMO_PASSWORD } from '#db/seed/demo-content.ts';
import { METRICS_TOKEN, START, startApi, type TestApi } from '#tests/support/api.ts';
import { deviceOf } from '#tests/support/device.ts';
import { startServer } from '#tests/support/server-process.ts';
import { freshPostgresUrl, migratedPostgresUrl } from '#tests/support/test-database.ts';
import { listenWith } from './gateway-servers.ts';

const MINUTE = 60_000;
const YEAR = 365 * 24 * 60 * MINUTE;

describe('a clock that jumps by a year', () => {
  let api: TestApi;
  let wall: number;
  let measure: number;
  beforeAll(async () => {
    api = await startApi();
    await api.makeQuestions('Law', 2);
  });
  afterAll(() => api.close());
  beforeEach(() => {
    [wall, measure] = [START, 0];
  });

  test('[rule 14] changes no phone’s time and closes no sitting under way', async () => {
    const clock = createClock(
      { wall: () => wall, measure: () => measure, uptime: () => measure },
      () => {},
    );
    api.deps.now = clock.now;
    api.deps.isClockInDoubt = clock.isInDoubt;
    const examId = await api.makeExam({
      durationMinutes: 10,
      sections: [{ fieldType: 'Law', fieldCount: 2 }],
    });
    const candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
    const phone = await deviceOf(api, candidate, examId);
    await phone.open();
    const other = await api.makeCandidate({ examId, status: 'Fees Paid' });
    const done = await deviceOf(api, other, examId);
    await done.open();

    wall += YEAR + MINUTE;
    measure += MINUTE + 0.25; // as the processor measures
    const reply = pushReplySchema.parse((await phone.push([phone.event(1, 'answered')])).body);
    expect(Date.parse(reply.serverTime)).toBe(START + MINUTE);
    expect(await done.submit(1, [], { events: [done.event(1, 'submitted')] })).toMatchObject({
      status: 200,
      body: { received: true },
    });
    expect(await closeOverdue(api.deps)).toBe(0);
    expect(clock.mayClose()).toBe(false);
    expect((await api.request('/readyz')).body).toEqual({ ready: true, clockInDoubt: true });

    // This database is on the same machine and has the same clock, so its agreement proves nothing.
    await watchClock(api.deps.db, clock);
    expect((await api.request('/metrics', { token: METRICS_TOKEN })).body).toContain(
      'server_clock_in_doubt 1',
    );
    wall -= YEAR;
    measure += 9 * MINUTE + 121_000;
    wall += 9 * MINUTE + 121_000;
    expect(clock.mayClose()).toBe(true);
    expect(await closeOverdue(api.deps)).toBe(1);
    api.deps.now = () => api.clock.now;
    api.deps.isClockInDoubt = () => false;
  });

  test('leaves no message and no payment waiting for a year', async () => {
    api.clock.now = START + YEAR;
    const rowOf = (id: string, minutes: number) =>
      api.deps.db.rows(
        `insert into sms_outbox (id, purpose, mobile, vars, state, next_try_at, expires_at, created_at)
         values ($1, 'uid-created', '9876543210', '{"uid":"ABC"}', 'waiting', to_timestamp($2::float8 / 1000), to_timestamp($2::float8 / 1000) + interval '1 day', now())`,
        [id, api.clock.now + minutes * MINUTE],
      );
    await rowOf('soon', 9);
    await rowOf('after-a-year', 20);
    const before = api.sent.length;
    expect(await sendDueSms(api.deps)).toBe(1);
    expect(api.sent.slice(before)).toMatchObject([{ idempotencyKey: 'after-a-year' }]);

    const order = (id: string, minutes: number) =>
      api.deps.db.rows(
        `insert into orders (order_id, reference, kind, uid, amount_paise, state, next_check_at, created_at)
         values ($1, $1, 'exam', 'SOMEBODY', 100, 'pending', to_timestamp($2::float8 / 1000), to_timestamp($3::float8 / 1000))`,
        [id, api.clock.now + minutes * MINUTE, api.clock.now],
      );
    await order('tomorrow', 24 * 60);
    await order('next-year', 24 * 60 * 365);
    expect(await reconcileDue(api.deps)).toBe(1);
    const soon = await api.deps.db.rows(
      `select order_id from orders where next_check_at < to_timestamp($1::float8 / 1000) order by order_id`,
      [api.clock.now + 60 * MINUTE],
    );
    expect(soon).toEqual([{ order_id: 'next-year' }]);
  });

  test('leaves times in the future; a server that finds them closes nothing, since its own clock may be behind', async () => {
    wall = Date.now();
    const steady = { wall: () => wall, measure: () => measure, uptime: () => measure };
    const clock = createClock(steady, () => {});
    await watchClock(api.deps.db, clock);
    expect(clock.mayClose()).toBe(true);
    await api.deps.db.rows(
      `insert into audit_log (at, actor, action, subject) values (now() + interval '6 minutes', 'server', 'sitting.closed', 'x')`,
      [],
    );
    await watchClock(api.deps.db, clock);
    expect(clock.mayClose()).toBe(false);
    expect(clock.isInDoubt()).toBe(true);
  });

  test('is found by the doctor in the server’s own report and in times in the future', async () => {
    const { origin } = await listenWith(200, JSON.stringify({ ready: true, clockInDoubt: true }));
    const found = (await lookAtAddress(origin)).map(({ level, about }) => `${level} ${about}`);
    expect(found).toEqual(['ok public address', 'fail clock']);

    await api.deps.db.rows(
      `insert into audit_log (at, actor, action, subject) values (now() + interval '1 year', 'server', 'sitting.closed', 'x')`,
      [],
    );
    const year = Date.now() + YEAR;
    expect(await lookAtTimes(api.deps.db, year + MINUTE)).toEqual([]);
    expect(await lookAtTimes(api.deps.db, year - 10 * MINUTE)).toMatchObject([
      { level: 'fail', about: 'clock' },
    ]);
  });
});

/** Moves the process's clock forward by a year once the file exists. */
const settable = (file: string) =>
  `data:text/javascript,${encodeURIComponent(`
  import { existsSync } from 'node:fs';
  const real = Date.now;
  Date.now = () => real() + (existsSync(${JSON.stringify(file)}) ? ${YEAR} : 0);
`)}`;

test('the running server keeps its own time, and says so where an operator looks', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pariksha-clock-'));
  const jump = join(folder, 'jump');
  const words = ['--import', settable(jump), 'dist/server/main.js'];
  const DATABASE_URL = await migratedPostgresUrl();
  const server = await startServer(
    { DATABASE_URL, DEMO: 'on', DATA_DIR: join(folder, 'data') },
    { words },
  );
  try {
    const ask = async (path: string, body?: object, token?: string): Promise<unknown> => {
      const headers = {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      };
      const init = body ? { method: 'POST', body: JSON.stringify(body), headers } : {};
      return (await fetch(`${server.origin}${path}`, init)).json();
    };
    const signedIn = await ask('/api/v1/auth/signin', { uid: 'DEMREG2', password: DEMO_PASSWORD });
    const { user, token } = sessionReplySchema.parse(signedIn);
    expect(await ask('/readyz')).toEqual({ ready: true, clockInDoubt: false });
    await writeFile(jump, '');
    expect(await ask('/readyz')).toEqual({ ready: true, clockInDoubt: true });
    await expect.poll(server.output).toContain('the machine’s clock was set and is not followed');
    const paying = await ask(
      '/api/v1/payment/hdfc',
      { exam_id: user.examID, customer_id: user.uid },
      token,
    );
    const { order_id } = paymentStartedSchema.parse(paying);
    expect(Math.abs(Number(order_id.split('-').at(-1)) - Date.now())).toBeLessThan(10 * MINUTE);
    const metrics = await (await fetch(`${server.origin}/metrics`)).text();
    expect(metrics).toContain('server_clock_steps_total 1');
  } finally {
    await server.signal('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
});

/** Timers of five seconds or an hour run ten times a second. */
const HURRIED = `data:text/javascript,${encodeURIComponent(`
  const real = globalThis.setTimeout;
  globalThis.setTimeout = (act, ms, ...more) => real(act, [5_000, 3_600_000].includes(ms) ? 100 : ms, ...more);
`)}`;

test('[rule 14] the running server closes no sitting and removes nothing while its clock is in doubt', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pariksha-clock-'));
  const jump = join(folder, 'jump');
  const databaseUrl = await freshPostgresUrl();
  const words = ['--import', settable(jump), '--import', HURRIED, 'dist/server/main.js'];
  const server = await startServer(
    { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data'), DEMO: 'on' },
    { words },
  );
  const db = await openDatabase({ databaseUrl });
  try {
    const ask = async (path: string, body: object, token?: string): Promise<unknown> => {
      const headers = {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      };
      const init = { method: 'POST', body: JSON.stringify(body), headers };
      return (await fetch(`${server.origin}/api/v1/${path}`, init)).json();
    };
    const expire = () =>
      db.rows(
        `insert into throttles (key, count, resets_at) values ('expired', 1, now() - interval '1 hour')`,
        [],
      );
    const isSwept = async () =>
      (await db.rows(`select 1 from throttles where key = 'expired'`, [])).length === 0;
    let sent = 0;
    /** Waits until two messages have gone out in turn: every timer of the same interval has run meanwhile. */
    const rounds = async () => {
      for (const last = sent + 2; sent < last; sent += 1) {
        const id = `round-${sent}`;
        await db.rows(
          `insert into sms_outbox (id, purpose, mobile, vars, state, next_try_at, expires_at, created_at)
           values ($1, 'uid-created', '9876543210', '{"uid":"ABC"}', 'waiting', now(), now() + interval '1 day', now())`,
          [id],
        );
        const found = () => db.rows('select state from sms_outbox where id = $1', [id]);
        await expect.poll(found).toEqual([{ state: 'sent' }]);
      }
    };

    await expire();
    await expect.poll(isSwept).toBe(true);
    await writeFile(jump, '');
    await expect.poll(server.output).toContain('the machine’s clock was set and is not followed');
    const { user, token } = sessionReplySchema.parse(
      await ask('auth/signin', { uid: 'DEMPAY2', password: DEMO_PASSWORD }),
    );
    const { sittingId } = openReplySchema.parse(
      await ask(`exams/${user.examID}/sitting`, { protocol: 3, deviceId: 'phone-1' }, token),
    );
    const state = async () =>
      (await db.rows('select state from sittings where id = $1', [sittingId]))[0];
    // A round that began before the jump may still be running, and has to finish first.
    await rounds();
    await expire();
    await db.rows(
      `update sittings set started_at = started_at - interval '1 day', deadline_at = deadline_at - interval '1 day' where id = $1`,
      [sittingId],
    );
    await rounds();
    expect(await state()).toEqual({ state: 'open' });
    expect(await isSwept()).toBe(false);
    await rm(jump);
    await expect.poll(state).toEqual({ state: 'closed' });
    // What is removed can't come back, so removing waits for another day.
    await rounds();
    expect(await isSwept()).toBe(false);
  } finally {
    await server.signal('SIGKILL');
    await db.close();
    await rm(folder, { recursive: true, force: true });
  }
});
