import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Problem } from '#api/problem.ts';
import { signIn as signInService } from '#api/services/auth/sign-in.ts';
import { sessionReplySchema } from '#contract/wire/users.ts';
import { type Database, openDatabase } from '#db/client.ts';
import { countTries } from '#db/queries/throttles.ts';
import { sessions, users } from '#db/schema/people.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { migratedPostgresUrl } from '#tests/support/test-database.ts';
import { PASSWORD, signUpForm } from '../support/people.ts';

const hashing = vi.hoisted(() => ({ comparisons: 0 }));

vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>();
  const verify: typeof argon2.verify = (...given) => {
    hashing.comparisons += 1;
    return argon2.verify(...given);
  };
  return { ...argon2, verify };
});

// Other tests run every one of these statements on the embedded database (decision 33).
describe('on Postgres', () => {
  let api: TestApi;
  let examId: string;
  let registrations = 0;

  beforeAll(async () => {
    api = await startApi({ databaseUrl: await migratedPostgresUrl() });
    examId = await api.makeExam();
  });
  afterAll(() => api.close());

  function registration(changes: Record<string, unknown> = {}) {
    registrations += 1;
    return {
      ...signUpForm(examId),
      email: `Asha${registrations}@Example.com`,
      mobile: `+91 80000 ${String(registrations).padStart(5, '0')}`,
      sscStream: 'Science',
      sscYear: '2017',
      sscMarks: '88%',
      workExp: 'Two years of data entry',
      ...changes,
    };
  }

  const signIn = (uid: string, password: string) =>
    api.request('auth/signin', { json: { uid, password } });

  describe('registration', () => {
    test('gives a UID on screen and by SMS, and a token that works', async () => {
      const form = registration({ mobile: '+91 81000 00001' });
      const answer = await api.request('auth/signup', { json: form });
      expect(answer).toMatchObject({
        status: 201,
        body: {
          user: {
            status: 'Registered',
            examStatus: null,
            examID: examId,
            role: 'candidate',
            mobile: '8100000001',
            score: [],
          },
        },
      });
      const { user, token } = answer.body as { user: { uid: string }; token: string };
      expect(user.uid).toMatch(/^[2-9A-HJKMNP-Z]{7}$/);
      expect(api.sent.at(-1)).toMatchObject({
        purpose: 'uid-created',
        to: '+918100000001',
        vars: { uid: user.uid },
      });
      expect(await api.request('auth/signout', { method: 'POST', token })).toMatchObject({
        status: 200,
      });
      expect(await signIn(user.uid, 'correct horse battery')).toMatchObject({ status: 200 });
    });

    test('accepts an email address and a mobile number only once, however they are written', async () => {
      const form = registration();
      await api.request('auth/signup', { json: form });
      expect(
        await api.request('auth/signup', {
          json: { ...registration(), email: form.email.toUpperCase() },
        }),
      ).toMatchObject({
        status: 409,
        body: {
          code: 'email-taken',
          fields: { email: expect.any(String) },
          // If the first answer was lost, the person has never seen their UID.
          error: expect.stringContaining('Sign in with your mobile number or email'),
        },
      });
      expect(
        await api.request('auth/signup', {
          json: { ...registration(), mobile: `0${form.mobile.slice(4)}` },
        }),
      ).toMatchObject({
        status: 409,
        body: {
          code: 'mobile-taken',
          fields: { mobile: 'This mobile number is already registered.' },
        },
      });
    });

    test.each([
      ['as WhatsApp and a list of contacts copy it', '\u202a+91 81000‑00201\u202c', '8100000201'],
      ['with dots', '81000.00202', '8100000202'],
      ['with a long dash', '081000–00203', '8100000203'],
      ['in the digits of Hindi', '८१००० ००२०४', '8100000204'],
      ['in the digits of Telugu', '+౯౧ ౮౧౦౦౦ ౦౦౨౦౫', '8100000205'],
      ['in the digits of Tamil', '௮௧௦௦௦ ௦௦௨௦௬', '8100000206'],
      ['in the digits of Urdu', '۸۱۰۰۰ ۰۰۲۱۲', '8100000212'],
      ['in the digits of Arabic', '٨١٠٠٠ ٠٠٢١٣', '8100000213'],
      ['in full width', '８１０００ ００２１９', '8100000219'],
    ])('accepts a mobile number %s', async (_, typed, mobile) => {
      const json = registration({ mobile: typed, email: `\u200bn${mobile}@example.com\u2069` });
      expect(await api.request('auth/signup', { json })).toMatchObject({
        status: 201,
        body: { user: { mobile, email: `n${mobile}@example.com` } },
      });
      expect(await signIn(typed, 'correct horse battery')).toMatchObject({ status: 200 });
    });

    test.each(['810000020', '81000002077', '8100000208 / 8100000209', '5100000210', '81OOOOO211'])(
      'refuses %s, which is no mobile number',
      async (mobile) => {
        expect(await api.request('auth/signup', { json: registration({ mobile }) })).toMatchObject({
          status: 422,
          body: { fields: { mobile: 'Please type a ten-digit Indian mobile number.' } },
        });
      },
    );

    test('made several times at the same moment with one email address creates one user', async () => {
      const form = registration();
      const answers = await Promise.all(
        [1, 2, 3].map(() => api.request('auth/signup', { json: form })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    });

    test('is refused for an exam that is Inactive or does not exist', async () => {
      const inactive = await api.makeExam({ status: 'Inactive' });
      for (const postAppliedFor of [inactive, 'nosuchexam']) {
        expect(
          await api.request('auth/signup', { json: registration({ postAppliedFor }) }),
        ).toMatchObject({
          status: 422,
          body: { fields: { postAppliedFor: expect.any(String) } },
        });
      }
    });

    test('names every missing field, and ignores a role, status or UID that the form brings', async () => {
      const empty = await api.request('auth/signup', { json: {} });
      expect(empty.status).toBe(422);
      expect(Object.keys((empty.body as { fields: object }).fields).sort()).toEqual([
        'address',
        'city',
        'dateOfBirth',
        'email',
        'fullName',
        'mobile',
        'password',
        'postAppliedFor',
        'state',
      ]);
      const bold = await api.request('auth/signup', {
        json: registration({ role: 'admin', status: 'Fees Paid', uid: 'MYOWNID' }),
      });
      expect(bold).toMatchObject({
        status: 201,
        body: { user: { role: 'candidate', status: 'Registered' } },
      });
    });

    test('never stores the password or the token in plain text', async () => {
      const answer = await api.request('auth/signup', {
        json: registration({ password: 'never to be seen' }),
      });
      const { token } = answer.body as { token: string };
      const stored = JSON.stringify([
        await api.deps.db.orm.select().from(users),
        await api.deps.db.orm.select().from(sessions),
      ]);
      expect(stored).not.toContain('never to be seen');
      expect(stored).not.toContain(token);
      expect(stored).toContain('$argon2id$v=19$m=12288,t=3,p=1$');
    });

    test('refuses a date of birth that no database can store or no person can have', async () => {
      for (const dateOfBirth of ['0000-01-01', '9999-12-31', '2001-02-30', 'yesterday']) {
        expect(
          await api.request('auth/signup', { json: registration({ dateOfBirth }) }),
        ).toMatchObject({ status: 422, body: { fields: { dateOfBirth: expect.any(String) } } });
      }
    });

    test('refuses text that no database can hold as invalid input, not as an error of ours', async () => {
      expect(
        await api.request('auth/signup', {
          json: registration({ email: 'as\u0000ha@example.com' }),
        }),
      ).toMatchObject({ status: 422, body: { fields: { email: expect.any(String) } } });
      expect(await signIn('AB\u0000CDEF', 'x')).toMatchObject({ status: 422 });
      expect(await signIn('AB\ud800CDEF', 'x')).toMatchObject({ status: 422 });
    });

    test('accepts only states from the list', async () => {
      for (const state of ['Bavaria', 'telangana', '', '<b>Goa</b>'])
        expect(await api.request('auth/signup', { json: registration({ state }) })).toMatchObject({
          status: 422,
          body: { fields: { state: 'Please choose your state.' } },
        });
    });

    test('accepts education as flat fields or by level, and stores both the same way', async () => {
      const {
        sscStream: _s,
        sscYear: _y,
        sscMarks: _m,
        ...rest
      } = registration({
        ssc: { stream: 'Science', year: '1990', marks: '88%' },
        grad: { marks: 7.1 },
        pgYear: 2025,
        pg: {},
      });
      const answer = await api.request('auth/signup', { json: rest });
      const { user } = sessionReplySchema.parse(answer.body);
      const [stored] = await api.deps.db.orm.select().from(users).where(eq(users.uid, user.uid));
      expect(stored?.education).toEqual({
        sscStream: 'Science',
        sscYear: '1990',
        sscMarks: '88%',
        gradMarks: '7.1',
        pgYear: '2025',
      });
    });

    test('accepts years of passing from 1990 to the current year', async () => {
      const present = new Date(api.clock.now).getUTCFullYear();
      for (const change of [
        { sscYear: '1989' },
        { pgYear: String(present + 1) },
        { interYear: 'last year' },
      ])
        expect(await api.request('auth/signup', { json: registration(change) })).toMatchObject({
          status: 422,
          body: { fields: { [Object.keys(change)[0] ?? '']: expect.any(String) } },
        });
      for (const year of ['1989', String(present + 1)])
        expect(
          await api.request('auth/signup', { json: registration({ pg: { year } }) }),
        ).toMatchObject({ status: 422, body: { fields: { 'pg.year': expect.any(String) } } });
      expect(
        await api.request('auth/signup', { json: registration({ gradYear: String(present) }) }),
      ).toMatchObject({ status: 201 });
    });

    test('stores names without characters that reverse their direction, break the line or are invisible, in one form however typed', async () => {
      const answer = await api.request('auth/signup', {
        json: registration({
          fullName: ' As\u200bha\u202e\r\nRao\u0007\ud800 \ufeff\u{e0041}',
          city: 'श्री\u200dनगर \u0958िला',
          address: '12 Tank Bund Road\r\nnear the lake\u2066',
        }),
      });
      const { uid } = (answer.body as { user: { uid: string } }).user;
      const [stored] = await api.deps.db.orm.select().from(users).where(eq(users.uid, uid));
      expect(stored).toMatchObject({
        fullName: 'Asha Rao',
        city: 'श्री\u200dनगर क\u093cिला',
        address: '12 Tank Bund Road\nnear the lake',
      });
      // Accents piled on one letter would cover the rows around the name. Eight are more than any script needs.
      const tower = `A${'\u0301\u200d'.repeat(30)}sha`;
      const piled = await api.request('auth/signup', { json: registration({ fullName: tower }) });
      expect(piled.body).toMatchObject({
        user: { fullName: `\u00c1\u200d${'\u0301\u200d'.repeat(3)}sha` },
      });
      // Names with nothing visible: direction marks, zero-width characters, fillers, blank Braille, lone joiners.
      for (const fullName of [
        '\u202e\u0007',
        '\u200b',
        '\u3164',
        '\u2800 \u2800',
        '\u200d',
        '\u00ad',
      ])
        expect(
          await api.request('auth/signup', { json: registration({ fullName }) }),
          escape(fullName),
        ).toMatchObject({ status: 422, body: { fields: { fullName: expect.any(String) } } });
    });

    test.each(['9848012345', '+91 98480 12345', '–', '😀'])(
      'refuses a name without a letter: %s',
      async (fullName) => {
        expect(
          await api.request('auth/signup', { json: registration({ fullName }) }),
        ).toMatchObject({
          status: 422,
          body: { fields: { fullName: 'Please type your name as on your ID card.' } },
        });
      },
    );
  });

  describe('sign-in', () => {
    test('takes the UID in any letter case and answers with the user and the exam they applied for', async () => {
      const candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
      expect(await signIn(candidate.uid.toLowerCase(), PASSWORD)).toMatchObject({
        status: 200,
        body: {
          user: {
            uid: candidate.uid,
            status: 'Fees Paid',
            examID: examId,
            TxnID: `TXN${candidate.uid}`,
          },
        },
      });
      expect(await signIn('superadmin', PASSWORD)).toMatchObject({
        status: 200,
        body: { user: { uid: 'SuperAdmin', role: 'admin' } },
      });
    });

    test('takes the UID typed in groups or copied from the SMS', async () => {
      const { uid } = await api.makeCandidate();
      for (const typed of [`${uid}.`, `${uid.slice(0, 3)} ${uid.slice(3)}`, `\u200b${uid}\u00a0`])
        expect(await signIn(typed, PASSWORD), escape(typed)).toMatchObject({
          status: 200,
          body: { user: { uid } },
        });
    });

    test('gives the same answer for an unknown UID as for a wrong password', async () => {
      const { uid } = await api.makeCandidate();
      const [wrong, unknown] = [await signIn(uid, 'wrong'), await signIn('ZZZZZZZ', 'wrong')];
      const plain = ({ status, body }: typeof wrong) => ({
        status,
        body: { ...(body as object), requestId: '' },
      });
      expect(plain(wrong)).toEqual(plain(unknown));
      expect(wrong).toMatchObject({
        status: 401,
        body: { error: 'Invalid login', code: 'invalid-login' },
      });
    });

    test('costs the same for an unknown UID, for a wrong password, and while a reset is under way', async () => {
      const [{ uid }, { uid: withReset }] = [await api.makeCandidate(), await api.makeCandidate()];
      await api.request('auth/reset-password', { json: { uid: withReset } });
      const costs = [];
      for (const name of [uid, withReset, 'XXXXXXX']) {
        hashing.comparisons = 0;
        await signIn(name, 'wrong');
        costs.push(hashing.comparisons);
      }
      expect(costs).toEqual([2, 2, 2]);
    });

    const seconds = (answer: Awaited<ReturnType<typeof signIn>>) =>
      Number(answer.headers.get('retry-after'));

    test('takes a password however its accents are encoded, at sign-up and at sign-in', async () => {
      const typed = [
        'Dvořák plays in Pune'.normalize('NFC'),
        'Dvořák plays in Pune'.normalize('NFD'),
      ];
      for (const [index, password] of typed.entries()) {
        const { body } = await api.request('auth/signup', { json: registration({ password }) });
        const { uid } = sessionReplySchema.parse(body).user;
        expect((await signIn(uid, typed[1 - index] ?? '')).status).toBe(200);
      }
    });

    test('allows one try every fifteen seconds after ten wrong passwords from one address, then takes the right one', async () => {
      const { uid } = await api.makeCandidate();
      for (let index = 0; index < 10; index += 1)
        expect((await signIn(uid, 'wrong')).status).toBe(401);
      const refused = await signIn(uid, PASSWORD);
      expect(refused).toMatchObject({ status: 429, body: { code: 'throttled', retry: 'later' } });
      expect(seconds(refused)).toBeGreaterThan(0);
      expect(seconds(refused)).toBeLessThanOrEqual(15);
      expect(refused.body).toMatchObject({
        error: `Too many attempts. Please wait ${seconds(refused)} seconds and try again.`,
      });
      api.clock.now += 15_000;
      expect((await signIn(uid, 'wrong')).status).toBe(401);
      expect((await signIn(uid, 'wrong')).status).toBe(429);
      api.clock.now += 15_000;
      expect((await signIn(uid, PASSWORD)).status).toBe(200);
      expect((await signIn(uid, 'wrong')).status).toBe(401);
      expect((await signIn(uid, PASSWORD)).status).toBe(200);
    });

    test('keeps nobody out once a server clock that was briefly a year ahead is right again', async () => {
      const { uid } = await api.makeCandidate();
      const reset = () => api.request('auth/reset-password', { json: { uid } });
      const YEAR = 365 * 24 * 3_600_000;
      api.clock.now += YEAR;
      for (let index = 0; index < 11; index += 1) await signIn(uid, 'wrong');
      expect((await signIn(uid, PASSWORD)).status).toBe(429);
      for (let index = 0; index < 4; index += 1) await reset();
      api.clock.now -= YEAR;
      expect((await reset()).status).toBe(200);
      expect((await signIn(uid, PASSWORD)).status).toBe(200);
      // A server whose clock is only some seconds behind keeps counting.
      const next = await api.makeCandidate();
      for (let index = 0; index < 11; index += 1) await signIn(next.uid, 'wrong');
      api.clock.now -= 5_000;
      expect((await signIn(next.uid, PASSWORD)).status).toBe(429);
      api.clock.now += 5_000;
    });

    test('tries at most 6,820 passwords a day at one UID, from however many addresses', async () => {
      const { uid } = await api.makeCandidate();
      const deps = { ...api.deps };
      let tried = 0;
      let address = 0;
      const guess = async () => {
        address += 1;
        const refusal = await signInService(deps, {
          uid,
          password: 'wrong',
          address: `address ${address}`,
          device: null,
        }).catch((error: Problem) => error);
        if (refusal instanceof Problem && refusal.code === 'invalid-login') tried += 1;
      };
      await countTries(api.deps.db, api.clock.now, [
        { key: `guess ${uid}, newcomers`, seconds: 86_400 },
      ]);
      await api.deps.db.rows('update throttles set count = 996 where key = $1', [
        `guess ${uid}, newcomers`,
      ]);
      for (let index = 0; index < 68; index += 1) await guess();
      expect(tried).toBe(64);
      for (let quarterMinute = 0; quarterMinute < 4; quarterMinute += 1) {
        api.clock.now += 15_000;
        await guess();
        await guess();
      }
      expect(tried).toBe(68);
    });

    test('takes a one-time password while a neighbour behind the same address keeps guessing', async () => {
      const { uid } = await api.makeCandidate();
      await api.request('auth/reset-password', { json: { uid } });
      const message = api.sent.at(-1);
      if (message?.purpose !== 'password-reset') throw new Error('no message');
      for (let index = 0; index < 12; index += 1) await signIn(uid, 'wrong');
      expect((await signIn(uid, 'ABCDEFGH23')).status).toBe(429);
      expect(await signIn(uid, message.vars.password)).toMatchObject({
        status: 200,
        body: { user: { mustChangePassword: true } },
      });
    });

    test('makes an unknown UID wait with the same answer and at the same cost as a known one', async () => {
      const { uid } = await api.makeCandidate();
      const answers = [];
      for (const name of [uid, 'YYYYYYY']) {
        for (let index = 0; index < 10; index += 1) await signIn(name, 'wrong');
        hashing.comparisons = 0;
        const { status, body } = await signIn(name, 'ABCDEFGH23');
        answers.push({ status, code: (body as { code: string }).code, cost: hashing.comparisons });
      }
      expect(answers[0]).toEqual({ status: 429, code: 'throttled', cost: 1 });
      expect(answers[1]).toEqual(answers[0]);
    });

    test('lets three hundred candidates of one hall in within five minutes while a neighbour guesses at one of them', async () => {
      const victim = (await api.makeCandidate()).uid;
      const hall: string[] = [];
      while (hall.length < 300) hall.push((await api.makeCandidate()).uid);
      const enter = async (uid: string, index: number) => {
        if (index % 10 === 0) expect((await signIn(uid, 'mistyped')).status).toBe(401);
        expect((await signIn(uid, PASSWORD)).status).toBe(200);
      };
      for (let from = 0; from < hall.length; from += 30) {
        const guesses = Array.from({ length: 10 }, () => signIn(victim, 'wrong'));
        await Promise.all([...hall.slice(from, from + 30).map(enter), ...guesses]);
        api.clock.now += 30_000;
      }
      expect((await signIn(victim, PASSWORD)).status).toBe(200);
    });

    test('counts wrong passwords sent all at once like those sent one by one', async () => {
      const { uid } = await api.makeCandidate();
      const answers = await Promise.all(Array.from({ length: 25 }, () => signIn(uid, 'wrong')));
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    });

    test('never throttles right passwords, however often one candidate signs in', async () => {
      const { uid } = await api.makeCandidate();
      for (let index = 0; index < 15; index += 1)
        expect((await signIn(uid, PASSWORD)).status).toBe(200);
    });
  });

  describe('sessions', () => {
    test('a token stops working at sign-out and after ninety days', async () => {
      const { uid, token } = await api.makeCandidate();
      expect(await api.request('auth/signout', { method: 'POST', token })).toMatchObject({
        status: 200,
        body: { success: true },
      });
      expect(await api.request('auth/signout', { method: 'POST', token })).toMatchObject({
        status: 401,
        body: { code: 'signed-out', retry: 'after-sign-in' },
      });
      const later = await api.signInAs(uid);
      api.clock.now += 89 * 86_400_000;
      expect(
        (
          await api.request('auth/change-password', {
            token: later,
            json: { password: 'x', newPassword: 'short' },
          })
        ).status,
      ).toBe(422);
      api.clock.now += 86_400_000;
      expect(
        (
          await api.request('auth/change-password', {
            token: later,
            json: { password: 'x', newPassword: 'short' },
          })
        ).status,
      ).toBe(401);
    });

    test('changing the password ends the other sessions and keeps this one', async () => {
      const { uid, token } = await api.makeCandidate();
      const other = await api.signInAs(uid);
      expect(
        await api.request('auth/change-password', {
          token,
          json: { password: 'wrong', newPassword: 'another long one' },
        }),
      ).toMatchObject({
        status: 422,
        body: { fields: { password: expect.any(String) } },
      });
      expect(
        await api.request('auth/change-password', {
          token,
          json: { password: PASSWORD, newPassword: 'another long one' },
        }),
      ).toMatchObject({ status: 200 });
      expect((await signIn(uid, PASSWORD)).status).toBe(401);
      expect((await signIn(uid, 'another long one')).status).toBe(200);
      expect((await api.request('auth/signout', { method: 'POST', token: other })).status).toBe(
        401,
      );
      expect((await api.request('auth/signout', { method: 'POST', token })).status).toBe(200);
      expect(await api.actsOn(uid)).toMatchObject([{ actor: uid, action: 'password.changed' }]);
    });

    test('an ended session is reported beside public content, also where nothing is found', async () => {
      const { token } = await api.makeCandidate();
      const toldBy = async (by?: string, path = 'exams') =>
        (await api.request(path, by === undefined ? {} : { token: by })).headers.get(
          'x-signed-out',
        );
      expect(await toldBy(token)).toBeNull();
      expect(await toldBy()).toBeNull();
      expect(await toldBy(token, 'exams/none')).toBeNull();
      await api.request('auth/signout', { method: 'POST', token });
      expect(await toldBy(token)).toBe('yes');
      expect(await toldBy(token, 'exams/none')).toBe('yes');
    });

    test('a password change sent again because its answer was lost succeeds', async () => {
      const { uid, token } = await api.makeCandidate();
      const json = { password: PASSWORD, newPassword: 'another long one' };
      const change = () => api.request('auth/change-password', { token, json });
      expect((await change()).status).toBe(200);
      expect(await change()).toMatchObject({ status: 200, body: { success: true } });
      expect((await signIn(uid, 'another long one')).status).toBe(200);
      expect((await signIn(uid, PASSWORD)).status).toBe(401);
    });
  });

  describe('forgotten password', () => {
    async function oneTimePasswordFor(uid: string): Promise<string> {
      await api.request('auth/reset-password', { json: { uid } });
      const message = api.sent.at(-1);
      if (message?.purpose !== 'password-reset') throw new Error('no message');
      return message.vars.password;
    }

    test('answers the same for a known and an unknown UID, and sends a message only for the known one', async () => {
      const { uid, mobile } = await api.makeCandidate();
      expect(await api.request('auth/reset-password', { json: { uid } })).toMatchObject({
        status: 200,
        body: { success: true },
      });
      expect(api.sent.at(-1)).toMatchObject({
        purpose: 'password-reset',
        to: `+91${mobile}`,
        vars: { minutes: '30' },
      });
      const before = api.sent.length;
      expect(await api.request('auth/reset-password', { json: { uid: 'WWWWWWW' } })).toMatchObject({
        status: 200,
        body: { success: true },
      });
      expect(api.sent).toHaveLength(before);
    });

    test('leaves the old password working until the one-time password is used', async () => {
      const { uid, token } = await api.makeCandidate();
      const password = await oneTimePasswordFor(uid);
      expect(password).toMatch(/^[2-9A-HJKMNP-Z]{10}$/);
      expect((await signIn(uid, PASSWORD)).status).toBe(200);
      expect(await signIn(uid, password)).toMatchObject({
        status: 200,
        body: { user: { mustChangePassword: true } },
      });
      expect((await signIn(uid, PASSWORD)).status).toBe(401);
      expect((await api.request('auth/signout', { method: 'POST', token })).status).toBe(401);
    });

    test('takes a one-time password as people type it: in lower case, in groups, with the full stop of the SMS', async () => {
      const typed: ((password: string) => string)[] = [
        (password) => ` ${password.toLowerCase()} `,
        (password) => password.replace(/(.{4})/g, '$1 '),
        (password) => `${password.slice(0, 5)}-${password.slice(5)}.`,
      ];
      for (const type of typed) {
        const { uid } = await api.makeCandidate();
        const password = type(await oneTimePasswordFor(uid));
        expect((await signIn(uid, password)).status, password).toBe(200);
      }
    });

    test('allows nothing after the one-time password until a new password is chosen', async () => {
      const { uid } = await api.makeCandidate({ examId, status: 'Completed' });
      const answer = await signIn(uid, await oneTimePasswordFor(uid));
      const { token } = answer.body as { token: string };
      expect(await api.request(`exams/getresult/${uid}`, { token })).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      });
      expect(
        (
          await api.request('auth/change-password', {
            token,
            json: { password: '', newPassword: 'a fresh password' },
          })
        ).status,
      ).toBe(200);
      expect((await api.request(`exams/getresult/${uid}`, { token })).status).toBe(200);
      expect(await signIn(uid, 'a fresh password')).toMatchObject({
        status: 200,
        body: {
          user: { mustChangePassword: false, status: 'Completed', examStatus: 'Completed' },
        },
      });
    });

    test('refuses the one-time password, however written, as the new password, since it stays in the SMS', async () => {
      const { uid } = await api.makeCandidate();
      const password = await oneTimePasswordFor(uid);
      const answer = await signIn(uid, password);
      const { token } = answer.body as { token: string };
      const choose = (newPassword: string) =>
        api.request('auth/change-password', { token, json: { password: '', newPassword } });
      for (const typed of [password, `${password.toLowerCase()}.`])
        expect(await choose(typed)).toMatchObject({
          status: 422,
          body: { fields: { newPassword: expect.stringContaining('you were given') } },
        });
      expect((await signIn(uid, password)).status).toBe(401);
      // A chosen password that only looks like a one-time password is fine.
      expect((await choose('MANGATREES')).status).toBe(200);
      expect((await signIn(uid, 'MANGATREES')).status).toBe(200);
    });

    test('takes the choice of a new password again when the answer to the first was lost', async () => {
      const { uid } = await api.makeCandidate();
      const answer = await signIn(uid, await oneTimePasswordFor(uid));
      const { token } = answer.body as { token: string };
      const json = { password: '', newPassword: 'a fresh password' };
      const choose = () => api.request('auth/change-password', { token, json });
      expect((await choose()).status).toBe(200);
      expect((await choose()).status).toBe(200);
      expect((await signIn(uid, 'a fresh password')).status).toBe(200);
    });

    test('lets a one-time password work once, even when used twice at the same moment', async () => {
      const { uid } = await api.makeCandidate();
      const password = await oneTimePasswordFor(uid);
      const answers = await Promise.all([signIn(uid, password), signIn(uid, password)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    });

    test('voids a one-time password after thirty minutes', async () => {
      const { uid } = await api.makeCandidate();
      const password = await oneTimePasswordFor(uid);
      api.clock.now += 30 * 60_000;
      expect((await signIn(uid, password)).status).toBe(401);
      expect((await signIn(uid, PASSWORD)).status).toBe(200);
    });

    test('refuses a fourth request for one UID within a quarter of an hour', async () => {
      const { uid } = await api.makeCandidate();
      for (let index = 0; index < 3; index += 1) {
        expect((await api.request('auth/reset-password', { json: { uid } })).status).toBe(200);
      }
      const refused = await api.request('auth/reset-password', { json: { uid } });
      expect(refused).toMatchObject({ status: 429 });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    });
  });

  test('a rush of sign-ins leaves most of the database’s connections to those already signed in', async () => {
    const db = await openDatabase({ databaseUrl: await migratedPostgresUrl() });
    let [now, most] = [0, 0];
    const counted: Database = {
      ...db,
      rows: async (statement, params) => {
        if (!statement.includes('u.password_hash')) return db.rows(statement, params);
        now += 1;
        most = Math.max(most, now);
        try {
          return await db.rows(statement, params);
        } finally {
          now -= 1;
        }
      },
    };
    const crowd = await startApi({ db: counted });
    const people = await Promise.all(Array.from({ length: 40 }, () => crowd.makeCandidate()));
    const answers = await Promise.all(
      people.map(({ uid }) => crowd.request('auth/signin', { json: { uid, password: PASSWORD } })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(most).toBe(2); // of ten connections
    await crowd.close();
    await db.close();
  });

  test('neither the usual password nor any one-time password of these tests is logged', () => {
    const log = api.logged.join('\n');
    for (const message of api.sent)
      if (message.purpose === 'password-reset') expect(log).not.toContain(message.vars.password);
    expect(log).not.toContain(PASSWORD);
  });
});
