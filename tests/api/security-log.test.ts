/** What the log records about attempts to get in, and what it must not record. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { PASSWORD } from '#tests/support/people.ts';

let api: TestApi;
let from: number;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(() => {
  from = api.logged.length;
});

const noted = () =>
  api.logged
    .slice(from)
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'security');

describe('the security log', () => {
  test('notes who signed in, when and from where', async () => {
    const { uid } = await api.makeCandidate();
    from = api.logged.length;
    await api.request('auth/signin', { json: { uid, password: PASSWORD } });
    expect(noted()).toEqual([
      expect.objectContaining({
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        route: '/api/v1/auth/signin',
        status: 200,
        uid,
        address: 'in-process',
      }),
    ]);
  });

  test('notes a failed sign-in without what was typed, since that may be a password', async () => {
    await api.request('auth/signin', { json: { uid: 'my secret', password: 'other secret' } });
    expect(noted()).toMatchObject([{ route: '/api/v1/auth/signin', status: 401 }]);
    expect(api.logged.slice(from).join()).not.toContain('secret');
  });

  test('notes who was refused for lack of a right, with the id of the reply', async () => {
    const { uid, token } = await api.makeCandidate();
    from = api.logged.length;
    const { body } = await api.request('staff', { token });
    await api.request('staff');
    expect(noted()).toEqual([
      expect.objectContaining({ status: 403, uid, requestId: Object(body).requestId }),
      expect.objectContaining({ status: 401, route: '/api/v1/staff' }),
    ]);
  });

  test.each([
    ['a4f19c0e77b3d2581d6e', true, 'a4f19c0e77b3d2581d6e'],
    ['a4f19c0e77b3d2581d6e', false, undefined],
    ['said', true, undefined],
    [`x" \u007f ${'9'.repeat(70)}`, true, undefined],
  ])(
    'takes a well-formed request id from our own proxy, and none from anybody else: %j, with a proxy %j',
    async (said, trusted, named) => {
      api.deps.settings.trustProxy = trusted;
      const answers = [];
      for (const path of ['staff', 'nowhere'])
        answers.push(await api.request(path, { headers: { 'x-request-id': said } }));
      api.deps.settings.trustProxy = false;
      const id = named ?? expect.stringMatching(/^[0-9a-z]{12}$/);
      for (const { body } of answers) expect(body).toMatchObject({ requestId: id });
      expect(noted()).toMatchObject([{ status: 401, requestId: id }]);
    },
  );

  test('notes throttled calls, and nothing about ordinary ones', async () => {
    const { uid, token } = await api.makeCandidate();
    from = api.logged.length;
    await api.request('account', { token });
    await api.request('exams');
    expect(noted()).toEqual([]);
    for (let tries = 0; tries < 4; tries += 1)
      await api.request('auth/reset-password', { json: { uid } });
    expect(noted().map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  });
});
