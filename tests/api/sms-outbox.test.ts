/** The SMS outbox on both databases, against providers over real HTTP that fail or hang, and with a server that dies. */
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createMsg91Sms, msg91ConfigSchema } from '#api/gateways/sms/msg91.ts';
import { forgetExpired } from '#api/services/auth/sessions.ts';
import { queueSms, sendDueSms } from '#api/services/messages/sms-outbox.ts';
import { candidateAddedSchema } from '#contract/desk/candidates.ts';
import { integrationListSchema } from '#contract/desk/settings.ts';
import { openDatabase } from '#db/client.ts';
import { smsOutbox } from '#db/schema/records.ts';
import { METRICS_TOKEN, START, startApi, type TestApi } from '#tests/support/api.ts';
import { startServer } from '#tests/support/server-process.ts';
import { backends, databaseOn, migratedPostgresUrl } from '#tests/support/test-database.ts';
import { signUpForm } from '../support/people.ts';
import { listen, listenInSilence } from './gateway-servers.ts';

const TAKEN = '{"type":"success","message":"provider-1"}';
const msg91Env = {
  SMS_MSG91_AUTHKEY: 'msg91-key',
  SMS_MSG91_UID_CREATED_TEMPLATE_ID: 'flow-uid',
  SMS_MSG91_PASSWORD_RESET_TEMPLATE_ID: 'flow-reset',
  SMS_MSG91_PAYMENT_RECEIPT_TEMPLATE_ID: 'flow-receipt',
};

const passwordIn = (body: string) => /"VAR1":"([^"]+)"/.exec(body)?.[1] ?? '';

const msg91At = (origin: string, timeoutMs?: number) =>
  createMsg91Sms(msg91ConfigSchema.parse({ ...msg91Env, SMS_MSG91_BASE_URL: origin }), timeoutMs);

/** A provider that gives these answers in order, repeats the last one, and keeps the requests. */
async function provider(...answers: [status: number, body: string][]) {
  const asked: string[] = [];
  const origin = await listen(async (request) => {
    asked.push(await request.text());
    const [status, body] = answers[Math.min(asked.length, answers.length) - 1] ?? [200, TAKEN];
    return new Response(body, { status });
  });
  return { asked, sms: msg91At(origin) };
}

describe.each(backends)('the SMS outbox on %s', (backend) => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi(await databaseOn(backend));
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    await api.deps.db.orm.delete(smsOutbox);
  });

  const rows = () => api.deps.db.orm.select().from(smsOutbox).orderBy(asc(smsOutbox.createdAt));
  const sendDue = () => sendDueSms(api.deps);
  const later = (seconds: number) => {
    api.clock.now += seconds * 1_000;
  };
  const reset = (uid: string) => api.request('auth/reset-password', { json: { uid } });
  const queueUid = (uid: string) =>
    api.deps.db.transaction((tx) =>
      queueSms(tx, api.clock.now, {
        purpose: 'uid-created',
        uid,
        mobile: '9876543210',
        vars: { uid },
      }),
    );

  test('keeps neither number nor password of a message that was sent', async () => {
    const { sms } = await provider([200, TAKEN]);
    api.deps.sms = sms;
    const { uid } = await api.makeCandidate();
    await reset(uid);
    expect(await rows()).toMatchObject([
      {
        state: 'sent',
        purpose: 'password-reset',
        providerId: 'provider-1',
        mobile: '',
        vars: {},
        nextTryAt: null,
        sentAt: new Date(api.clock.now),
      },
    ]);
  });

  test('resends a message that the provider failed to take or refused, later and under the same key', async () => {
    const { sms, asked } = await provider(
      [500, 'upstream'],
      [200, '{"type":"error","message":"no balance"}'],
      [200, TAKEN],
    );
    const keys: string[] = [];
    api.deps.sms = {
      ...sms,
      send: (message) => {
        keys.push(message.idempotencyKey);
        return sms.send(message);
      },
    };
    const { uid } = await api.makeCandidate();
    expect(await reset(uid)).toMatchObject({ status: 200 });
    expect(await rows()).toMatchObject([{ state: 'waiting', tries: 1 }]);
    later(9);
    await sendDue();
    expect(asked).toHaveLength(1);
    later(1);
    await sendDue();
    later(19);
    await sendDue();
    expect(asked).toHaveLength(2);
    later(1);
    await sendDue();
    expect(await rows()).toMatchObject([{ state: 'sent', tries: 3, mobile: '', vars: {} }]);
    later(86_400);
    await sendDue();
    expect(asked).toHaveLength(3);
    expect(new Set(asked).size).toBe(1);
    expect(new Set(keys).size).toBe(1);
  });

  test('tells the office and the metrics about a provider that takes no message', async () => {
    const { sms } = await provider([401, '{"type":"error","message":"key"}'], [200, TAKEN]);
    api.deps.sms = { ...sms, canSend: () => true };
    const counted = async () => {
      const { body } = await api.request('/metrics', { token: METRICS_TOKEN });
      return ['failed', 'sent'].map((outcome) =>
        Number(
          `${body}`
            .split('\n')
            .find((line) => line.startsWith(`server_sms_total{outcome="${outcome}"} `))
            ?.split(' ')[1],
        ),
      );
    };
    const facts = async () => {
      const { body } = await api.request('settings/integrations', { token: api.adminToken });
      return integrationListSchema.parse(body).find(({ name }) => name === 'sms')?.facts;
    };
    const [failed = Number.NaN, sent = Number.NaN] = await counted();
    await queueUid('ABCDEF2');
    await sendDue();
    expect(await counted()).toEqual([failed + 1, sent]);
    expect(await facts()).toEqual([
      '1 message waiting',
      '1 message not taken by the provider so far; we’ll keep trying',
    ]);
    later(10);
    await sendDue();
    expect(await counted()).toEqual([failed + 1, sent + 1]);
    expect(await facts()).toEqual(['0 messages waiting']);
  });

  test('waits longer between tries, up to ten minutes', async () => {
    const { sms } = await provider([500, 'upstream']);
    api.deps.sms = sms;
    await queueUid('ASHA');
    const pauses: number[] = [];
    for (const tries of [0, 5, 6, 9]) {
      await api.deps.db.orm
        .update(smsOutbox)
        .set({ tries, nextTryAt: new Date(api.clock.now), expiresAt: null });
      expect(await sendDue()).toBe(1);
      const [row] = await rows();
      pauses.push(((row?.nextTryAt?.getTime() ?? 0) - api.clock.now) / 1_000);
    }
    expect(pauses).toEqual([10, 320, 600, 600]);
  });

  test('sends the first by id when more are due at one moment than it sends at once', async () => {
    const keys: string[] = [];
    const sms = {
      ...api.deps.sms,
      send: async ({ idempotencyKey }: { idempotencyKey: string }) => {
        keys.push(idempotencyKey);
        return { providerId: idempotencyKey };
      },
    };
    const names = Array.from({ length: 21 }, (_, at) => `due-${String(at).padStart(2, '0')}`);
    for (const name of [...names].reverse())
      await api.deps.db.rows(
        `insert into sms_outbox (id, purpose, mobile, vars, state, next_try_at)
         values ($1, 'uid-created', '9876543210', '{"uid":"ABC"}', 'waiting', to_timestamp($2::float8 / 1000))`,
        [name, api.clock.now],
      );
    expect(await sendDueSms({ ...api.deps, sms, isStopping: () => true })).toBe(20);
    expect(keys.sort()).toEqual(names.slice(0, 20));
  });

  test('doesn’t hold up the candidate for a provider that never answers, and tries again', async () => {
    api.deps.sms = msg91At(await listenInSilence(), 50);
    const examId = await api.makeExam();
    const form = signUpForm(examId);
    expect((await api.fetch('auth/signup', { json: form })).status).toBe(201);
    await api.deps.background.finished();
    expect(await rows()).toMatchObject([
      { state: 'waiting', tries: 1, error: expect.stringContaining('timeout') },
    ]);
    const { sms, asked } = await provider([200, TAKEN]);
    api.deps.sms = sms;
    later(10);
    await sendDue();
    expect(asked).toHaveLength(1);
  });

  test('gives up a one-time password once it is void, wipes it, and never logs it', async () => {
    const { sms, asked } = await provider([500, 'upstream']);
    api.deps.sms = sms;
    const { uid } = await api.makeCandidate();
    const logged = api.logged.length;
    await reset(uid);
    for (let minute = 0; minute < 40; minute += 1) {
      later(60);
      await sendDue();
    }
    expect(await rows()).toMatchObject([
      { state: 'failed', mobile: '', vars: {}, nextTryAt: null },
    ]);
    const tries = asked.length;
    expect(tries).toBeGreaterThan(4);
    expect(tries).toBeLessThan(12);
    const password = passwordIn(asked[0] ?? '');
    expect(password).toHaveLength(10);
    const log = api.logged.slice(logged).join('\n');
    expect(log).toContain('message given up');
    expect(log).not.toContain(password);
    expect(log).not.toMatch(/\b[6-9]\d{9}\b/);
  });

  test.each(['sent to a candidate', 'of somebody just added'])(
    'sends a one-time password %s as long as it is valid, and says for how much longer [decision 16]',
    async (which) => {
      const { sms } = await provider([500, 'upstream']);
      api.deps.sms = sms;
      const { adminToken: token } = api;
      const added = {
        fullName: 'Asha Rao',
        mobile: '9811100002',
        examID: await api.makeExam(),
        reason: 'Came to the counter',
      };
      let uid = '';
      if (which === 'of somebody just added')
        uid = candidateAddedSchema.parse(
          (await api.request('candidates', { token, json: added })).body,
        ).uid;
      else {
        uid = (await api.makeCandidate()).uid;
        await api.request(`candidates/${uid}/password`, {
          token,
          json: { reason: 'Nothing came' },
        });
      }
      await api.deps.background.finished();
      for (let hour = 0; hour < 3; hour += 1) {
        later(3_600);
        await sendDue();
      }
      const up = await provider([200, TAKEN]);
      api.deps.sms = up.sms;
      later(3_600 - 1);
      await sendDue();
      const texted = up.asked.find((body) => body.includes('flow-reset')) ?? '';
      expect(texted).toContain(`"VAR2":"20 hours"`);
      const json = { uid, password: passwordIn(texted) };
      later(20 * 3_600);
      expect(await api.request('auth/signin', { json })).toMatchObject({ status: 200 });
    },
  );

  test('doesn’t send a message that became void while no server ran', async () => {
    const { sms, asked } = await provider([200, TAKEN]);
    await queueUid('K7M2QXR');
    api.deps.sms = sms;
    later(24 * 3_600);
    await sendDue();
    expect(asked).toEqual([]);
    expect(await rows()).toMatchObject([
      { state: 'failed', error: 'expired', mobile: '', vars: {} },
    ]);
  });

  test('sends nothing for an act that is rolled back', async () => {
    const undone = api.deps.db.transaction(async (tx) => {
      await queueSms(tx, api.clock.now, {
        purpose: 'uid-created',
        uid: 'K7M2QXR',
        mobile: '9876543210',
        vars: { uid: 'K7M2QXR' },
      });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await rows()).toEqual([]);
  });

  test('replaces a waiting one-time password by a newer one', async () => {
    const down = await provider([500, 'upstream']);
    api.deps.sms = down.sms;
    const { uid } = await api.makeCandidate();
    await reset(uid);
    later(1);
    await reset(uid);
    const up = await provider([200, TAKEN]);
    api.deps.sms = up.sms;
    later(60);
    await sendDue();
    expect(up.asked.map(passwordIn)).toEqual(down.asked.slice(1).map(passwordIn));
    expect(await rows()).toMatchObject([
      { state: 'failed', error: 'superseded', vars: {} },
      { state: 'sent' },
    ]);
  });

  test('writes as much for an unknown UID as for a known one, and sends nothing', async () => {
    const { sms, asked } = await provider([200, TAKEN]);
    api.deps.sms = sms;
    await reset('WWWWWWW');
    expect(await rows()).toMatchObject([{ purpose: 'nobody', mobile: '', nextTryAt: null }]);
    expect(asked).toEqual([]);
  });

  test('sends the others when one message can’t be valid', async () => {
    const { sms, asked } = await provider([200, TAKEN]);
    await queueUid('an uid of more than thirty characters');
    await queueUid('K7M2QXR');
    api.deps.sms = sms;
    await sendDue();
    expect(asked).toHaveLength(1);
    const states = (await rows()).map(({ state, error }) => [state, error]);
    expect(states).toContainEqual(['failed', 'not a message']);
    expect(states).toContainEqual(['sent', null]);
  });

  test('sends a college’s list in one round, not twenty messages every five seconds', async () => {
    const { sms } = await provider([200, TAKEN]);
    api.deps.sms = sms;
    for (let place = 0; place < 45; place += 1) await queueUid(`UID${place}`);
    expect(await sendDue()).toBe(45);
    expect(await sendDue()).toBe(0);
  });

  test('forgets messages a month after they are done, but none that wait', async () => {
    await queueUid('K7M2QXR');
    const { uid } = await api.makeCandidate();
    api.deps.sms = (await provider([200, TAKEN])).sms;
    await reset(uid);
    await queueUid('M3N4P5Q');
    await api.deps.db.orm
      .update(smsOutbox)
      .set({ createdAt: new Date(api.clock.now - 31 * 86_400_000) });
    await forgetExpired(api.deps);
    expect(await rows()).toMatchObject([{ state: 'waiting', vars: { uid: 'M3N4P5Q' } }]);
  });

  test('a purge forgets sessions and known devices once they have expired', async () => {
    const { uid } = await api.makeCandidate();
    await api.signInAs(uid);
    const { db } = api.deps;
    await db.rows(
      `insert into signed_in_before (uid, kind, mark, expires_at)
       values ($1, 'device', 'a', 'infinity'), ($1, 'device', 'b', 'infinity')`,
      [uid],
    );
    const kept = async () => {
      const [row] = await db.rows(
        `select (select count(*)::int from sessions where uid = $1) as sessions,
           (select count(*)::int from signed_in_before where uid = $1 and mark in ('a', 'b')) as places`,
        [uid],
      );
      return row;
    };
    await forgetExpired(api.deps);
    expect(await kept()).toEqual({ sessions: 2, places: 2 });
    const over = new Date(api.clock.now - 1).toISOString();
    for (const statement of [
      'update sessions set expires_at = $2 where token_hash = (select min(token_hash) from sessions where uid = $1)',
      "update signed_in_before set expires_at = $2 where uid = $1 and mark = 'a'",
    ])
      await db.rows(statement, [uid, over]);
    await forgetExpired(api.deps);
    expect(await kept()).toEqual({ sessions: 1, places: 1 });
  });
});

test('two processes share one outbox, and each message is sent once', async () => {
  const databaseUrl = await migratedPostgresUrl();
  const [one, other] = await Promise.all([startApi({ databaseUrl }), startApi({ databaseUrl })]);
  onTestFinished(async () => {
    await Promise.all([one.close(), other.close()]);
  });
  const { sms, asked } = await provider([200, TAKEN]);
  one.deps.sms = sms;
  other.deps.sms = sms;
  const uids = Array.from({ length: 90 }, (_, place) => `UID${String(place).padStart(4, '0')}`);
  await one.deps.db.transaction(async (tx) => {
    for (const uid of uids)
      await queueSms(tx, START, {
        purpose: 'uid-created',
        uid,
        mobile: '9876543210',
        vars: { uid },
      });
  });
  const round = () => Promise.all([one, other, one, other].map(({ deps }) => sendDueSms(deps)));
  for (let sent = await round(); sent.some((count) => count > 0); ) sent = await round();
  const said = asked.map((body) => /"VAR1":"([^"]+)"/.exec(body)?.[1]);
  expect(said.sort()).toEqual(uids);
});

test('a server killed between sending and marking leaves the message to be sent once more, and only once', async () => {
  const databaseUrl = await migratedPostgresUrl();
  const asked: string[] = [];
  let reached = () => {};
  const reachedProvider = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const origin = await listen(async (request) => {
    asked.push(await request.text());
    if (asked.length > 1) return new Response(TAKEN);
    reached();
    return new Promise<Response>(() => {});
  });
  const db = await openDatabase({ databaseUrl });
  onTestFinished(() => db.close());
  await db.transaction((tx) =>
    queueSms(tx, Date.now(), {
      purpose: 'uid-created',
      uid: 'K7M2QXR',
      mobile: '9876543210',
      vars: { uid: 'K7M2QXR' },
    }),
  );
  const server = await startServer({
    DATABASE_URL: databaseUrl,
    SMS_PROVIDER: 'msg91',
    SMS_MSG91_BASE_URL: origin,
    ...msg91Env,
  });
  await reachedProvider;
  await server.signal('SIGKILL');

  const api = await startApi({ db, now: Date.now() });
  onTestFinished(() => api.close());
  api.deps.sms = msg91At(origin);
  expect(await sendDueSms(api.deps)).toBe(0);
  api.clock.now = Date.now() + 61_000;
  expect(await sendDueSms(api.deps)).toBe(1);
  expect(await sendDueSms(api.deps)).toBe(0);
  expect(asked).toEqual([asked[0], asked[0]]);
  const [row] = await db.orm.select().from(smsOutbox).where(eq(smsOutbox.state, 'sent'));
  expect(row).toMatchObject({ tries: 2, mobile: '', vars: {} });
});
