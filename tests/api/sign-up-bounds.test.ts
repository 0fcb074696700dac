/** Whom registration accepts, what it reveals about others, and what it costs at most. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { settingsSchema } from '#contract/desk/settings.ts';
import { sessionReplySchema } from '#contract/wire/users.ts';
import { START, startApi, type TestApi } from '#tests/support/api.ts';
import { PASSWORD, signUpForm } from '../support/people.ts';

let api: TestApi;
let examId: string;
let people = 0;
beforeAll(async () => {
  api = await startApi();
  api.deps.settings.trustProxy = true;
  examId = await api.makeExam({ startsAt: START });
});
afterAll(() => api.close());
beforeEach(() => {
  api.clock.now = START;
});

function signUp(changes: Record<string, unknown> = {}, address = `192.0.2.${people % 200}`) {
  people += 1;
  return api.request('auth/signup', {
    headers: { 'x-forwarded-for': address },
    json: {
      ...signUpForm(examId),
      email: `asha${people}@example.com`,
      mobile: String(8_000_000_000 + people),
      ...changes,
    },
  });
}

describe('a password', () => {
  test.each([
    ...['password', 'Password123', '12345678', ' QWERTYUIOP '],
    // Patterns that the list of common passwords leaves out.
    ...[
      '00000000',
      '        ',
      'aaaaaaaaa',
      '12121212',
      '123123123',
      'Asha'.repeat(2),
      '1234512345',
    ],
    ...['87654321', '9876543210', '0123456789', 'ABCDEFGH', 'zyxwvuts'],
  ])('that everybody tries first is refused as very common: %s', async (password) => {
    expect(await signUp({ password })).toMatchObject({
      status: 422,
      body: { fields: { password: expect.stringContaining('very common') } },
    });
  });

  test.each([
    'asha rao 1999',
    'Nipuna@2026',
    'NipunaTalent!',
    '8123456789',
    '9.8123456789',
    'asha.rao.k@example.com',
    'Asha.Rao.K#99',
    'Superadmin#1',
    ...['17051998', '17/05/1998', '1998-05-17', '170598170598'],
  ])(
    'that is the person’s own or the site’s name, or the own number or date of birth, is refused: %s',
    async (password) => {
      const own = {
        email: 'asha.rao.k@example.com',
        mobile: '8123456789',
        dateOfBirth: '1998-05-17',
      };
      expect(await signUp({ ...own, password })).toMatchObject({
        status: 422,
        body: { fields: { password: expect.stringContaining('your own name') } },
      });
    },
  );

  test.each([
    ...['asha likes mangoes', 'talent for rain', 'rao and 8123 cranes', '7305186249'],
    ...['73057305 and on', 'abcdefgh and on', '97654321', 'sai55sai'],
  ])('that contains more than that is accepted: %s', async (password) => {
    expect(await signUp({ password })).toMatchObject({ status: 201 });
  });

  test('based on the own UID can’t be chosen later', async () => {
    const { uid, token } = await api.makeCandidate();
    const json = { password: PASSWORD, newPassword: `${uid.toLowerCase()}#77` };
    expect(await api.request('auth/change-password', { token, json })).toMatchObject({
      status: 422,
      body: { fields: { newPassword: expect.stringContaining('your own name') } },
    });
  });

  test('that is the own date of birth can’t be chosen later', async () => {
    const answer = await signUp({ password: PASSWORD, dateOfBirth: '1998-05-17' });
    const { token } = sessionReplySchema.parse(answer.body);
    const json = { password: PASSWORD, newPassword: '17-05-1998' };
    expect(await api.request('auth/change-password', { token, json })).toMatchObject({
      status: 422,
      body: { fields: { newPassword: expect.stringContaining('date of birth') } },
    });
  });

  test('that is too short is refused with that reason', async () => {
    expect(await signUp({ password: 'x7!Qp' })).toMatchObject({
      status: 422,
      body: { fields: { password: 'At least 8 characters.' } },
    });
  });

  test('that is common can’t be chosen later either', async () => {
    const { token } = await api.makeCandidate();
    const json = { password: PASSWORD, newPassword: 'iloveyou' };
    expect(await api.request('auth/change-password', { token, json })).toMatchObject({
      status: 422,
      body: { fields: { newPassword: expect.stringContaining('very common') } },
    });
  });
});

describe('a date of birth', () => {
  // The clock says 2 March 2026, 12:00 in India.
  const born = async (dateOfBirth: string) => {
    const { status, body } = await signUp({ dateOfBirth });
    return status === 201 ? 'taken' : Object(body).fields?.dateOfBirth;
  };

  test('must be in the past, at least fourteen years ago', async () => {
    expect(await born('2026-03-02')).toBe('Please choose your date of birth.');
    expect(await born('2030-01-01')).toBe('Please choose your date of birth.');
    expect(await born('2012-03-03')).toBe('You must be at least 14 years old to register.');
    expect(await born('2012-03-02')).toBe('taken');
  });

  test('is compared with the day in India, also for 29 February', async () => {
    api.clock.now = Date.parse('2026-02-28T18:29:59Z');
    expect(await born('2012-02-29')).toBe('You must be at least 14 years old to register.');
    api.clock.now = Date.parse('2026-02-28T18:30:00Z');
    expect(await born('2012-02-29')).toBe('taken');
  });

  test('is checked against the minimum age that the administrator sets', async () => {
    const read = await api.request('settings', { token: api.adminToken });
    const { value, version } = settingsSchema.parse(read.body).policies;
    const set = (minimumAge: unknown, at: number) =>
      api.request('settings/policies', {
        method: 'PUT',
        token: api.adminToken,
        json: { version: at, value: { ...value, minimumAge } },
      });
    expect((await set(18.5, version)).status).toBe(422);
    expect((await set(18, version)).status).toBe(200);
    expect(await born('2008-03-03')).toBe('You must be at least 18 years old to register.');
    expect(await born('2008-03-02')).toBe('taken');
    expect((await set(14, version + 1)).status).toBe(200);
  });
});

describe('one network address', () => {
  test('learns twenty times an hour that a number is registered, then once a minute, and holds up nobody else behind it', async () => {
    const { mobile } = await api.makeCandidate();
    const statuses = [];
    for (let index = 0; index < 20; index += 1)
      statuses.push((await signUp({ mobile }, '198.51.100.1')).status);
    expect(new Set(statuses)).toEqual(new Set([409]));
    const refused = await signUp({ mobile }, '198.51.100.1');
    expect(refused).toMatchObject({ status: 429, body: { code: 'throttled' } });
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect((await signUp({}, '198.51.100.1')).status).toBe(201);
    api.clock.now += 60_000;
    expect((await signUp({ mobile }, '198.51.100.1')).status).toBe(409);
    expect((await signUp({ mobile }, '198.51.100.1')).status).toBe(429);
  });

  test('learns no more by asking many times at one moment', async () => {
    const { mobile } = await api.makeCandidate();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => signUp({ mobile }, '198.51.100.3')),
    );
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(20);
  });

  test('can have a hundred numbers texted an hour; whoever registers after that sees the UID on the screen', async () => {
    const key = 'welcome texts from 198.51.100.4';
    const first = await signUp({}, '198.51.100.4');
    expect(first).toMatchObject({ status: 201, body: { uidTexted: true } });
    await api.deps.db.rows('update throttles set count = 99 where key = $1', [key]);
    const before = api.sent.length;
    expect((await signUp({}, '198.51.100.4')).body).toMatchObject({ uidTexted: true });
    expect(api.sent).toHaveLength(before + 1);
    expect(await signUp({}, '198.51.100.4')).toMatchObject({
      status: 201,
      body: { uidTexted: false, user: { uid: expect.stringMatching(/^[2-9A-Z]{7}$/) } },
    });
    expect(api.sent).toHaveLength(before + 1);
  });
});
