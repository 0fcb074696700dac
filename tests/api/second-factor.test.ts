/** The second factor of staff, and how the administrator gets back in without it (docs/decisions/027). */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { totpOf } from '#api/services/auth/second-factor.ts';
import { resetSuperAdmin } from '#api/services/users/super-admin.ts';
import { recoveryCodesSchema, secondFactorSecretSchema } from '#contract/site/account.ts';
import { SUPER_ADMIN } from '#contract/wire/users.ts';
import { recoveryCodes, secondFactors } from '#db/schema/people.ts';
import { auditLog } from '#db/schema/records.ts';
import { START, startApi, type TestApi } from '#tests/support/api.ts';
import { PASSWORD } from '#tests/support/people.ts';
import { backends, databaseOn } from '#tests/support/test-database.ts';

describe.each(backends)('the second factor on %s', (backend) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(await databaseOn(backend));
  });
  afterAll(() => api.close());
  beforeEach(() => {
    api.clock.now = START;
    api.deps.settings.secondFactorRequired = false;
  });

  const signIn = (uid: string, otp?: string, cookie?: string) =>
    api.request('auth/signin', {
      json: { uid, password: PASSWORD, ...(otp !== undefined && { otp }) },
      ...(cookie && { headers: { cookie } }),
    });
  const codeOf = (secret: string, shiftSeconds = 0) =>
    totpOf(secret).generate({ timestamp: api.clock.now + shiftSeconds * 1_000 });
  const wrongCode = (secret: string) =>
    String((Number(codeOf(secret)) + 111_111) % 1_000_000).padStart(6, '0');

  async function begin(token: string) {
    const { body } = await api.request('account/second-factor', {
      token,
      json: { password: PASSWORD },
    });
    return secondFactorSecretSchema.parse(body);
  }
  /** A proctor with a second factor, half a minute after setting it up, so that the next code is a new one. */
  async function withSecondFactor() {
    const { uid, token } = await api.makeStaff('proctor');
    const { secret } = await begin(token);
    const { body } = await api.request('account/second-factor/confirm', {
      token,
      json: { code: codeOf(secret) },
    });
    api.clock.now += 30_000;
    return { uid, token, secret, codes: recoveryCodesSchema.parse(body).recoveryCodes };
  }

  test('is on once a code from the app has confirmed it, and not before', async () => {
    const { uid, token } = await api.makeStaff('proctor');
    const other = await api.signInAs(uid);
    const somebodyElse = await api.makeStaff('proctor');
    const { secret, uri } = await begin(token);
    expect(uri).toContain(`otpauth://totp/Nipuna%20Talent:${uid}?`);
    expect(uri).toContain(`secret=${secret}`);
    expect((await signIn(uid)).status).toBe(200);
    const confirm = (code: string) =>
      api.request('account/second-factor/confirm', { token, json: { code } });
    expect(await confirm(wrongCode(secret))).toMatchObject({
      status: 422,
      body: { fields: { code: expect.any(String) } },
    });
    const { recoveryCodes: codes } = recoveryCodesSchema.parse(
      (await confirm(codeOf(secret))).body,
    );
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[2-9A-Z]{4}(-[2-9A-Z]{4}){5}$/);
    expect((await signIn(uid)).status).toBe(401);
    // Sessions opened without it end; the one that set it up continues.
    expect((await api.request('account', { token: other })).status).toBe(401);
    expect((await api.request('account', { token: somebodyElse.token })).status).toBe(200);
    expect(await api.request('account/second-factor', { token })).toMatchObject({
      status: 200,
      body: { since: new Date(START).toISOString(), recoveryCodesLeft: 10, required: false },
    });
    api.clock.now += 600_001;
    expect((await confirm(codeOf(secret))).status).toBe(404);
    expect(
      await api.request('account/second-factor', { token, json: { password: PASSWORD } }),
    ).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('already on') },
    });
  });

  test('gives new recovery codes for the app’s next code within ten minutes, in case the first answer was lost', async () => {
    const { uid, token, secret, codes: lost } = await withSecondFactor();
    const confirm = (code: string) =>
      api.request('account/second-factor/confirm', { token, json: { code } });
    expect((await confirm(codeOf(secret, -30))).status).toBe(422); // each code once
    // Otherwise one recovery code that somebody found would become ten and void the others.
    expect((await confirm(lost[1] ?? '')).status).toBe(422);
    expect(await api.request('account/second-factor', { token })).toMatchObject({
      body: { recoveryCodesLeft: 10 },
    });
    const again = recoveryCodesSchema.parse(
      (await confirm(codeOf(secret).replace(/^.../, '$& '))).body,
    ).recoveryCodes;
    expect(again).toHaveLength(10);
    const acts = await api.actsOn(uid);
    expect(acts.map(({ action }) => action)).toEqual([
      'second-factor.set',
      'second-factor.codes-renewed',
    ]);
    expect((await signIn(uid, lost[0])).status).toBe(401);
    expect((await signIn(uid, again[0])).status).toBe(200);
    const present = await api.request('account/second-factor', { token });
    expect(present.body).toMatchObject({
      since: new Date(START).toISOString(),
      recoveryCodesLeft: 9,
    });
    api.clock.now = START + 600_001;
    expect((await confirm(codeOf(secret))).status).toBe(404);
  });

  test('asks for the code after a right password; a wrong password gets the usual answer', async () => {
    const { uid, secret } = await withSecondFactor();
    expect(await signIn(uid)).toMatchObject({
      status: 401,
      body: { code: 'second-factor-needed', retry: 'never' },
    });
    const wrong = await api.request('auth/signin', {
      json: { uid, password: 'wrong', otp: codeOf(secret) },
    });
    expect(wrong).toMatchObject({ status: 401, body: { code: 'invalid-login' } });
    expect((await signIn(uid, codeOf(secret))).status).toBe(200);
  });

  test('takes a code from half a minute before or after, and each code once, even from two requests at once', async () => {
    const { uid, secret } = await withSecondFactor();
    api.clock.now += 300_000;
    expect((await signIn(uid, codeOf(secret, -60))).status).toBe(401);
    expect((await signIn(uid, codeOf(secret, 60))).status).toBe(401);
    expect((await signIn(uid, codeOf(secret, -30))).status).toBe(200);
    expect(await signIn(uid, codeOf(secret, -30))).toMatchObject({
      status: 401,
      body: { code: 'second-factor-needed', fields: { otp: expect.any(String) } },
    });
    const code = codeOf(secret, 30);
    const both = await Promise.all([signIn(uid, code), signIn(uid, code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    // Older than the last code used, so somebody may have seen it.
    expect((await signIn(uid, codeOf(secret))).status).toBe(401);
  });

  test('works again once a clock that was a year ahead is right, and still takes no code twice', async () => {
    const { uid, secret } = await withSecondFactor();
    const year = 365 * 24 * 3_600_000;
    api.clock.now += year;
    expect((await signIn(uid, codeOf(secret))).status).toBe(200);
    api.clock.now -= year;
    const code = codeOf(secret, 30);
    expect((await signIn(uid, code)).status).toBe(200);
    expect((await signIn(uid, code)).status).toBe(401);
  });

  test('allows ten wrong codes, then one a minute, but doesn’t slow the owner’s known device', async () => {
    const { uid, secret } = await withSecondFactor();
    const first = await signIn(uid, codeOf(secret));
    expect(first.status).toBe(200);
    const cookie = /^device=[\w-]+/.exec(first.headers.get('set-cookie') ?? '')?.[0];
    api.clock.now += 60_000;
    for (let index = 0; index < 10; index += 1)
      expect((await signIn(uid, wrongCode(secret))).status).toBe(401);
    expect(await signIn(uid, codeOf(secret))).toMatchObject({
      status: 429,
      body: { code: 'throttled' },
    });
    expect((await signIn(uid, codeOf(secret), cookie)).status).toBe(200);
    api.clock.now += 60_000;
    expect((await signIn(uid, codeOf(secret))).status).toBe(200);
  });

  test('counts wrong codes on a known device against that device alone', async () => {
    const { uid, secret } = await withSecondFactor();
    const signInAgain = async () => {
      const { status, headers } = await signIn(uid, codeOf(secret));
      expect(status).toBe(200);
      api.clock.now += 60_000;
      return /^device=[\w-]+/.exec(headers.get('set-cookie') ?? '')?.[0];
    };
    const [stolen, own] = [await signInAgain(), await signInAgain()];
    for (let index = 0; index < 10; index += 1) await signIn(uid, wrongCode(secret), stolen);
    expect((await signIn(uid, codeOf(secret), stolen)).status).toBe(429);
    expect((await signIn(uid, codeOf(secret), own)).status).toBe(200);
  });

  test('forgets the owner’s earlier mistyped passwords once password and code were right', async () => {
    const { uid, secret } = await withSecondFactor();
    const mistype = async (times: number) => {
      for (let index = 0; index < times; index += 1)
        expect(
          await api.request('auth/signin', { json: { uid, password: 'mistyped' } }),
        ).toMatchObject({ status: 401, body: { code: 'invalid-login' } });
    };
    await mistype(6);
    expect((await signIn(uid, codeOf(secret))).status).toBe(200);
    await mistype(6);
  });

  test('takes a recovery code once, however written, even from four requests at once, and counts and records it', async () => {
    const { uid, codes, token } = await withSecondFactor();
    const [code = ''] = codes;
    expect((await signIn(uid, ` ${code.toLowerCase().replaceAll('-', ' ')} `)).status).toBe(200);
    expect((await signIn(uid, code)).status).toBe(401);
    expect((await api.request('account/second-factor', { token })).body).toMatchObject({
      recoveryCodesLeft: 9,
    });
    const acts = await api.actsOn(uid);
    expect(acts.map(({ action }) => action)).toEqual([
      'second-factor.set',
      'second-factor.recovery-used',
    ]);
    const [, second = ''] = codes;
    const four = await Promise.all([1, 2, 3, 4].map(() => signIn(uid, second)));
    expect(four.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });

  test('is removed with both password and code, and not with only one of them', async () => {
    const { uid, token, secret } = await withSecondFactor();
    const remove = (password: string, code: string) =>
      api.request('account/second-factor/remove', { token, json: { password, code } });
    expect((await remove('wrong', codeOf(secret))).status).toBe(422);
    expect((await remove(PASSWORD, wrongCode(secret))).status).toBe(422);
    expect((await remove(PASSWORD, codeOf(secret))).status).toBe(200);
    expect((await signIn(uid)).status).toBe(200);
    expect(
      await api.deps.db.orm.select().from(recoveryCodes).where(eq(recoveryCodes.uid, uid)),
    ).toEqual([]);
  });

  test('takes a recovery code from its owner only, and another’s try doesn’t use it up', async () => {
    const [asha, ravi] = [await withSecondFactor(), await withSecondFactor()];
    const [code = ''] = asha.codes;
    expect((await signIn(ravi.uid, code)).status).toBe(401);
    expect((await signIn(asha.uid, code)).status).toBe(200);
  });

  test('can be set up again and again with the right password, without throttling', async () => {
    const { token } = await api.makeStaff('proctor');
    const secrets = new Set<string>();
    for (let times = 0; times < 12; times += 1) secrets.add((await begin(token)).secret);
    expect(secrets.size).toBe(12);
  });

  test('stores neither its secret nor a recovery code in plain text', async () => {
    const { secret, codes } = await withSecondFactor();
    const stored = JSON.stringify([
      await api.deps.db.orm.select().from(secondFactors),
      await api.deps.db.orm.select().from(recoveryCodes),
    ]);
    expect(stored).not.toContain(secret);
    for (const code of codes) {
      expect(stored).not.toContain(code);
      // From 112 bits on, a plain hash is secure enough.
      expect(code.replaceAll('-', '').length * Math.log2(31)).toBeGreaterThan(112);
    }
  });

  test('is skipped for a proctor who lost phone and codes and has a password from the administrator', async () => {
    const { uid } = await withSecondFactor();
    const { body } = await api.request(`staff/${uid}/password`, {
      method: 'POST',
      token: api.adminToken,
    });
    // Without the second factor, the proctor's own password would let in anyone who has guessed it.
    expect(await signIn(uid)).toMatchObject({ status: 401, body: { code: 'invalid-login' } });
    const json = { uid, password: Object(body).password };
    expect((await api.request('auth/signin', { json })).status).toBe(200);
  });

  test('keeps the own password of a proctor who only began to set it up beside the administrator’s one-time password', async () => {
    const { uid, token } = await api.makeStaff('proctor');
    await begin(token);
    await api.request(`staff/${uid}/password`, { method: 'POST', token: api.adminToken });
    expect((await signIn(uid)).status).toBe(200);
  });

  describe('of the administrator', () => {
    test('comes before anything else where it is required, and not elsewhere', async () => {
      const before = await signIn(SUPER_ADMIN);
      expect(before).toMatchObject({ status: 200 });
      expect(Object(before.body).user.mustSetSecondFactor).toBeUndefined();
      api.deps.settings.secondFactorRequired = true;
      const { body } = await signIn(SUPER_ADMIN);
      expect(body).toMatchObject({ user: { mustSetSecondFactor: true } });
      const { token } = Object(body);
      for (const path of ['settings', 'live', 'staff', 'account'])
        expect(await api.request(path, { token })).toMatchObject({
          status: 403,
          body: { code: 'forbidden', error: 'Please set up your second factor first.' },
        });
      // Until then, it shows on public pages only what anyone sees.
      expect((await api.request('exams', { token })).body).toEqual(
        (await api.request('exams')).body,
      );
      expect((await api.request('account/second-factor', { token })).status).toBe(200);
      const { secret } = await begin(token);
      const confirmed = await api.request('account/second-factor/confirm', {
        token,
        json: { code: codeOf(secret) },
      });
      expect(confirmed.status).toBe(200);
      expect((await api.request('settings', { token })).status).toBe(200);
      api.clock.now += 30_000;
      const again = await signIn(SUPER_ADMIN, codeOf(secret));
      expect(again.status).toBe(200);
      expect(Object(again.body).user.mustSetSecondFactor).toBeUndefined();
    });

    test('is required of administrators with accounts of their own, too', async () => {
      api.deps.settings.secondFactorRequired = true;
      const { uid } = await api.makeStaff('admin');
      const { body } = await signIn(uid);
      expect(body).toMatchObject({ user: { mustSetSecondFactor: true } });
      for (const path of ['settings', 'candidates', 'staff'])
        expect(await api.request(path, { token: Object(body).token })).toMatchObject({
          status: 403,
          body: { error: 'Please set up your second factor first.' },
        });
    });

    test('is removed by a reset on the server, together with password, sessions and throttling', async () => {
      const password = await resetSuperAdmin(api.deps);
      if (!password) throw new Error('no administrator');
      expect((await api.request('settings', { token: api.adminToken })).status).toBe(401);
      for (let index = 0; index < 12; index += 1) await signIn(SUPER_ADMIN);
      expect((await signIn(SUPER_ADMIN)).status).toBe(429);
      const second = await resetSuperAdmin(api.deps);
      expect((await signIn(SUPER_ADMIN)).status).toBe(401);
      const answer = await api.request('auth/signin', {
        json: { uid: SUPER_ADMIN, password: second },
      });
      expect(answer).toMatchObject({ status: 200, body: { user: { mustChangePassword: true } } });
      const { token } = Object(answer.body);
      const json = { password: '', newPassword: PASSWORD };
      expect((await api.request('auth/change-password', { token, json })).status).toBe(200);
      expect((await signIn(SUPER_ADMIN)).status).toBe(200);
      const acts = await api.deps.db.orm
        .select()
        .from(auditLog)
        .where(eq(auditLog.action, 'administrator.reset'));
      expect(acts).toHaveLength(2);
      expect(acts[0]).toMatchObject({ actor: 'server', subject: SUPER_ADMIN });
    });
  });
});
