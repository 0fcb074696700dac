/** How the owner still gets in while strangers try wrong passwords (docs/decisions/026). */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { hashToken } from '#api/services/auth/sessions.ts';
import { sessionReplySchema } from '#contract/wire/users.ts';
import { openDatabase } from '#db/client.ts';
import { countTries } from '#db/queries/throttles.ts';
import { signedInBefore } from '#db/schema/people.ts';
import { START, startApi, type TestApi } from '#tests/support/api.ts';
import { migratedPostgresUrl } from '#tests/support/test-database.ts';
import { PASSWORD, signUpForm } from '../support/people.ts';

const hashing = vi.hoisted(() => ({ comparisons: 0 }));

vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>();
  const verify: typeof argon2.verify = (...given) => {
    hashing.comparisons += 1;
    return argon2.verify(...given);
  };
  // Cheap hashes for all accounts: this test counts comparisons and measures no time.
  const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
  const hash: typeof argon2.hash = (password) => argon2.hash(password, cost);
  return { ...argon2, hash, verify };
});

type From = { address?: string; cookie?: string | undefined };

function signInAt(api: TestApi, uid: string, password: string, { address, cookie }: From = {}) {
  return api.request('auth/signin', {
    json: { uid, password },
    headers: {
      ...(address && { 'x-forwarded-for': address }),
      ...(cookie && { cookie }),
    },
  });
}

const cookieOf = ({ headers }: { headers: Headers }) =>
  /^device=[\w-]{43}/.exec(headers.get('set-cookie') ?? '')?.[0];

// Other tests run every one of these statements on the embedded database (decision 33).
describe('on Postgres', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ databaseUrl: await migratedPostgresUrl() });
    api.deps.settings.trustProxy = true;
  });
  afterAll(() => api.close());
  beforeEach(() => {
    api.clock.now = START;
  });

  const signIn = (uid: string, password: string, from?: From) => signInAt(api, uid, password, from);
  /** Tries more wrong passwords at one UID than strangers have, from a few addresses. */
  async function guessAt(uid: string, times = 64) {
    for (let index = 0; index < times; index += 1)
      await signIn(uid, 'wrong', { address: `203.0.113.${index % 8}` });
  }

  test('sixty wrong passwords and then four a second don’t keep the owner’s device out, wherever they come from', async () => {
    const { uid } = await api.makeCandidate();
    const cookie = cookieOf(await signIn(uid, PASSWORD, { address: '198.51.100.1' }));
    await guessAt(uid);
    for (let second = 0; second < 20; second += 1) {
      for (let each = 0; each < 4; each += 1) {
        await signIn(uid, 'wrong', { address: '198.51.100.9' });
        api.clock.now += 250;
      }
      const owner = await signIn(uid, PASSWORD, { address: '198.51.100.9', cookie });
      expect(owner.status).toBe(200);
    }
  });

  test('an address that the owner signed in from isn’t slowed by guesses from elsewhere for thirty days', async () => {
    const { uid } = await api.makeCandidate();
    await signIn(uid, PASSWORD, { address: '198.51.100.2' });
    api.clock.now += 29 * 86_400_000;
    await guessAt(uid);
    for (let index = 0; index < 7; index += 1)
      expect((await signIn(uid, 'mistyped', { address: '198.51.100.2' })).status).toBe(401);
    expect((await signIn(uid, PASSWORD, { address: '198.51.100.2' })).status).toBe(200);
    api.clock.now += 31 * 86_400_000;
    await guessAt(uid);
    for (let index = 0; index < 5; index += 1)
      await signIn(uid, 'mistyped', { address: '198.51.100.2' });
    expect((await signIn(uid, PASSWORD, { address: '198.51.100.2' })).status).toBe(429);
  });

  test('at a new address the owner gets in with the right password though strangers have used up their tries', async () => {
    const { uid } = await api.makeCandidate();
    await guessAt(uid, 120);
    expect((await signIn(uid, 'wrong', { address: '203.0.113.1' })).status).toBe(429);
    expect((await signIn(uid, 'mistyped', { address: '192.0.2.4' })).status).toBe(401);
    expect((await signIn(uid, PASSWORD, { address: '192.0.2.4' })).status).toBe(200);
  });

  test('a new address has five tries at a UID while strangers have to wait, and no more', async () => {
    const { uid } = await api.makeCandidate();
    await guessAt(uid, 120);
    const statuses = [];
    for (let index = 0; index < 7; index += 1)
      statuses.push((await signIn(uid, 'wrong', { address: '192.0.2.5' })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  test('a device that signed in before has ten wrong passwords of its own, then one try every fifteen seconds', async () => {
    const { uid } = await api.makeCandidate();
    const cookie = cookieOf(await signIn(uid, PASSWORD));
    for (let index = 0; index < 10; index += 1)
      expect((await signIn(uid, 'wrong', { cookie })).status).toBe(401);
    expect((await signIn(uid, PASSWORD, { cookie })).status).toBe(429);
    // Those wrong passwords didn't count against anybody else.
    expect((await signIn(uid, 'wrong')).status).toBe(401);
    api.clock.now += 15_000;
    expect((await signIn(uid, PASSWORD, { cookie })).status).toBe(200);
  });

  test('a thousand guesses from one address make that address wait, and no other one', async () => {
    const { uid } = await api.makeCandidate();
    const guess = { key: 'guess from 203.0.113.50', seconds: 900 };
    for (let index = 0; index < 999; index += 1)
      await countTries(api.deps.db, api.clock.now, [guess]);
    expect((await signIn('NOBODY1', 'wrong', { address: '203.0.113.50' })).status).toBe(401);
    expect((await signIn(uid, PASSWORD, { address: '203.0.113.50' })).status).toBe(429);
    expect((await signIn(uid, PASSWORD, { address: '203.0.113.51' })).status).toBe(200);
  });

  test('a device counts as known only for people who have signed in on it', async () => {
    const [asha, ravi] = [await api.makeCandidate(), await api.makeCandidate()];
    const cookie = cookieOf(await signIn(asha.uid, PASSWORD));
    for (let index = 0; index < 10; index += 1) await signIn(ravi.uid, 'wrong', { cookie });
    expect((await signIn(ravi.uid, PASSWORD, { cookie })).status).toBe(429);
    api.clock.now += 15_000;
    expect(cookieOf(await signIn(ravi.uid, PASSWORD, { cookie }))).toBe(cookie);
    for (const { uid } of [asha, ravi]) {
      for (let index = 0; index < 12; index += 1) await signIn(uid, 'wrong');
      expect((await signIn(uid, PASSWORD, { cookie })).status).toBe(200);
    }
  });

  test('a hundred guesses at once cost ten comparisons, and the owner doesn’t queue behind them', async () => {
    const { uid } = await api.makeCandidate();
    const cookie = cookieOf(await signIn(uid, PASSWORD));
    hashing.comparisons = 0;
    const guesses = Array.from({ length: 100 }, () => signIn(uid, 'wrong'));
    const owner = signIn(uid, PASSWORD, { cookie });
    expect((await owner).status).toBe(200);
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(90);
    expect(hashing.comparisons).toBe(21);
  });

  test('the device token stays in this browser: no script reads it, no other site sends it, the database holds only its hash', async () => {
    const { uid } = await api.makeCandidate();
    const answer = await signIn(uid, PASSWORD);
    const set = answer.headers.get('set-cookie');
    expect(set).toMatch(/; Path=\/api\/v1\/auth/);
    expect(set).toMatch(/; HttpOnly/);
    expect(set).toMatch(/; SameSite=Strict/);
    expect(set).not.toMatch(/; Secure/);
    const token = cookieOf(answer)?.slice('device='.length) ?? '';
    const stored = JSON.stringify(await api.deps.db.orm.select().from(signedInBefore));
    expect(stored).not.toContain(token);
    expect(stored).toContain(hashToken(token));
    api.deps.settings.publicUrl = 'https://exams.example.in';
    const secure = (await signIn(uid, PASSWORD)).headers.get('set-cookie') ?? '';
    expect(secure).toMatch(/^__Secure-device=.*; Secure/);
    const again = await signIn(uid, PASSWORD, { cookie: secure.split(';')[0] });
    expect(again.headers.get('set-cookie')?.split(';')[0]).toBe(secure.split(';')[0]);
    api.deps.settings.publicUrl = 'http://pariksha.test';
    expect((await signIn(uid, 'wrong')).headers.get('set-cookie')).toBeNull();
  });

  test('a made-up device token is replaced by a real one', async () => {
    const { uid } = await api.makeCandidate();
    const madeUp = cookieOf(await signIn(uid, PASSWORD, { cookie: 'device=me' }));
    expect(madeUp).not.toBe('device=me');
    expect(cookieOf(await signIn(uid, PASSWORD, { cookie: madeUp }))).toBe(madeUp);
  });

  /** Whether this device still gets in after strangers' guesses. */
  async function isKnown(uid: string, password: string, cookie: string | undefined) {
    for (let index = 0; index < 12; index += 1) await signIn(uid, 'wrong');
    return (await signIn(uid, password, { cookie })).status === 200;
  }

  test('the device on which somebody registered is known from then on', async () => {
    const json = signUpForm(await api.makeExam());
    const registered = await api.request('auth/signup', { json });
    const { uid } = sessionReplySchema.parse(registered.body).user;
    expect(await isKnown(uid, json.password, cookieOf(registered))).toBe(true);
  });

  test('a changed password forgets all of one’s devices but the one it was changed on, and nobody else’s', async () => {
    const other = (await api.makeCandidate()).uid;
    const theirs = cookieOf(await signIn(other, PASSWORD));
    const { uid } = await api.makeCandidate();
    const lent = cookieOf(await signIn(uid, PASSWORD, { address: '198.51.100.3' }));
    const own = await signIn(uid, PASSWORD);
    const json = { password: PASSWORD, newPassword: 'another long one' };
    const changed = await api.request('auth/change-password', {
      json,
      token: Object(own.body).token,
      headers: { cookie: cookieOf(own) ?? '' },
    });
    expect(changed.status).toBe(200);
    expect(await isKnown(uid, 'another long one', cookieOf(own))).toBe(true);
    expect(await isKnown(uid, 'another long one', lent)).toBe(false);
    expect(await isKnown(other, PASSWORD, theirs)).toBe(true);
  });

  test('a one-time password forgets all devices but the one it was used on', async () => {
    const { uid } = await api.makeCandidate();
    const before = cookieOf(await signIn(uid, PASSWORD));
    await api.request('auth/reset-password', { json: { uid } });
    const message = api.sent.at(-1);
    if (message?.purpose !== 'password-reset') throw new Error('no message');
    const { body, headers } = await signIn(uid, message.vars.password);
    const json = { password: '', newPassword: 'another long one' };
    const cookie = cookieOf({ headers });
    await api.request('auth/change-password', {
      json,
      token: Object(body).token,
      headers: { cookie: cookie ?? '' },
    });
    expect(await isKnown(uid, 'another long one', before)).toBe(false);
    api.clock.now += 15_000;
    expect(await isKnown(uid, 'another long one', cookie)).toBe(true);
  });

  test('a revoked proctor has no known device left after being restored', async () => {
    const { uid } = await api.makeStaff('proctor');
    const cookie = cookieOf(await signIn(uid, PASSWORD));
    for (const act of ['revoke', 'restore'])
      expect(
        (await api.request(`staff/${uid}/${act}`, { method: 'POST', token: api.adminToken }))
          .status,
      ).toBe(200);
    expect(await isKnown(uid, PASSWORD, cookie)).toBe(false);
  });

  test('a device is forgotten after four hundred days, and only the ten most recent ones of a UID are kept', async () => {
    const [{ uid }, other] = [await api.makeCandidate(), await api.makeCandidate()];
    const cookie = cookieOf(await signIn(uid, PASSWORD));
    api.clock.now += 399 * 86_400_000;
    expect(await isKnown(uid, PASSWORD, cookie)).toBe(true);
    api.clock.now += 401 * 86_400_000;
    expect(await isKnown(uid, PASSWORD, cookie)).toBe(false);
    api.clock.now += 15_000;
    const others = cookieOf(await signIn(other.uid, PASSWORD));
    let last: string | undefined;
    for (let index = 0; index < 14; index += 1) {
      api.clock.now += 1_000;
      const from = { address: `198.51.100.${100 + index}` };
      if (index < 13) last = cookieOf(await signIn(uid, PASSWORD, from));
      else await signIn(uid, PASSWORD, from);
    }
    const kept = (await api.deps.db.orm.select().from(signedInBefore)).filter(
      (row) => row.uid === uid,
    );
    expect(kept.filter(({ kind }) => kind === 'device')).toHaveLength(10);
    expect(kept.filter(({ kind }) => kind === 'address')).toHaveLength(10);
    expect(await isKnown(uid, PASSWORD, last)).toBe(true);
    expect(await isKnown(other.uid, PASSWORD, others)).toBe(true);
  });

  describe('with a mobile number or an email address', () => {
    test('people sign in as with the UID, however they write it', async () => {
      const { uid, mobile, email } = await api.makeCandidate();
      const names = [
        mobile,
        `+91 ${mobile.slice(0, 5)}-${mobile.slice(5)}`,
        `0${mobile}`,
        email,
        ` ${email.toUpperCase()} `,
      ];
      for (const name of names)
        expect(await signIn(name, PASSWORD)).toMatchObject({
          status: 200,
          body: { user: { uid } },
        });
    });

    test('guesses count for the person, whichever name they use', async () => {
      const { uid, mobile, email } = await api.makeCandidate();
      for (let index = 0; index < 10; index += 1)
        await signIn([uid, mobile, email][index % 3] ?? '', 'wrong');
      for (const name of [uid, mobile, email])
        expect((await signIn(name, PASSWORD)).status).toBe(429);
    });

    test('an unknown one can’t be told from a wrong password by words, cost or waiting time', async () => {
      const { mobile, email } = await api.makeCandidate();
      const tries = async (name: string) => {
        const seen = [];
        for (let index = 0; index < 11; index += 1) {
          hashing.comparisons = 0;
          const { status, body } = await signIn(name, 'wrong');
          seen.push({ status, code: Object(body).code, cost: hashing.comparisons });
        }
        return seen;
      };
      const known = await tries(mobile);
      expect(known[0]).toEqual({ status: 401, code: 'invalid-login', cost: 2 });
      expect(known[10]).toEqual({ status: 429, code: 'throttled', cost: 0 });
      expect(await tries(email.replace('person', 'nobody'))).toEqual(known);
      expect(await tries('6000000001')).toEqual(known);
    });

    test('Forgot password works too', async () => {
      const { mobile, email } = await api.makeCandidate();
      for (const name of [mobile, email]) {
        const before = api.sent.length;
        await api.request('auth/reset-password', { json: { uid: name } });
        expect(api.sent.slice(before)).toMatchObject([{ to: `+91${mobile}` }]);
      }
    });
  });
});

test('two servers on one database count guesses together', async () => {
  const databaseUrl = await migratedPostgresUrl();
  const [one, other] = [await startApi({ databaseUrl }), await openDatabase({ databaseUrl })];
  const two = await startApi({ db: other });
  const { uid } = await one.makeCandidate();
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => signInAt(index % 2 ? one : two, uid, 'wrong')),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  await Promise.all([one.close(), two.close()]);
  await other.close();
});
