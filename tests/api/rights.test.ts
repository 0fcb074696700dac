/** Who may call what: every mounted route, called by every kind of caller (`rights-table.ts`). */
import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSite } from '#api/app.ts';
import type { Who } from '#api/middleware/endpoint.ts';
import { docsOf } from '#api/routes/docs/open-api.ts';
import { endpoints, rootEndpoints } from '#api/routes/endpoints.ts';
import { SIMULATED_PATH, simulatePayments } from '#api/simulated-payments.ts';
import { METRICS_TOKEN, startApi, type TestApi } from '#tests/support/api.ts';
import { deviceOf } from '#tests/support/device.ts';
import { apiRights, rootRights, simulatedRights } from '../rights-table.ts';

const callers = ['nobody', 'candidate', 'proctor', 'admin', 'must-change', 'operator'] as const;
type CallerKind = (typeof callers)[number];
const people = ['candidate', 'proctor', 'admin'] as const;

const allowed: Record<Who, readonly CallerKind[]> = {
  anyone: callers,
  gateway: callers,
  operator: ['operator'],
  'signed-in': people,
  candidate: ['candidate'],
  proctor: ['proctor'],
  admin: ['admin'],
  staff: ['proctor', 'admin'],
  'candidate-or-admin': ['candidate', 'admin'],
};

let api: TestApi;
let site: Hono;
const tokens = new Map<CallerKind, string>([['operator', METRICS_TOKEN]]);

beforeAll(async () => {
  api = await startApi();
  const { routes } = simulatePayments(api.deps.db, api.deps.now, {
    publicUrl: api.deps.settings.publicUrl,
    here: 'http://127.0.0.1:9',
  });
  site = await createSite(api.deps, { simulated: routes, builtWeb: null });
  tokens.set('candidate', (await api.makeCandidate()).token);
  tokens.set('proctor', (await api.makeStaff('proctor')).token);
  tokens.set('admin', api.adminToken);
  const { uid } = await api.makeCandidate();
  await api.request('auth/reset-password', { json: { uid } });
  const message = api.sent.at(-1);
  const password = message?.purpose === 'password-reset' ? message.vars.password : '';
  const { body } = await api.request('auth/signin', { json: { uid, password } });
  tokens.set('must-change', Object(body).token);
});
afterAll(() => api.close());

describe('the mounted routes', () => {
  test('are exactly those in the table of rights: there is no other way in', () => {
    const under = (base: string, table: Record<string, string>) =>
      Object.keys(table).map((name) => {
        const [method = '', path = ''] = name.split(' ');
        return `${method.toUpperCase()} ${base}${path}`;
      });
    const stated = [
      ...under('/api/v1', apiRights),
      ...under('/api/api/v1', apiRights),
      ...under('', rootRights),
      ...under(SIMULATED_PATH, simulatedRights),
    ];
    // These are middleware, which answers nothing itself. Hono lists it beside the routes, for all methods.
    const middleware = ['/*', '/session', '/orders/*', '/pay/*'].map((path) =>
      path === '/*' ? path : `${SIMULATED_PATH}${path}`,
    );
    const mounted = site.routes.filter(
      ({ method, path }) => method !== 'ALL' || !middleware.includes(path),
    );
    expect(mounted.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(stated.sort());
  });

  test.each(Object.entries(simulatedRights))(
    'shut the simulated gateway’s %s without its key or its address',
    async (name, kind) => {
      const [method = '', path = ''] = name.split(' ');
      const { status } = await site.request(`${SIMULATED_PATH}${path.replace(/:\w+/, 'x1-x1')}`, {
        method: method.toUpperCase(),
        headers: { authorization: `Bearer ${api.adminToken}` },
      });
      expect(status).toBe(kind === 'merchant' ? 401 : 404);
    },
  );
});

const described = [...endpoints, ...docsOf(endpoints)];
const all = [
  ...described.map(({ declaration }) => ({ ...declaration, base: '/api/v1' })),
  ...described.map(({ declaration }) => ({ ...declaration, base: '/api/api/v1' })),
  ...rootEndpoints.map(({ declaration }) => ({ ...declaration, base: '' })),
];
/** Leaves out sign-out, which would end the caller's session, and the gateway's calls, which check their own proof. */
const asked = all
  .filter(({ path, who }) => path !== '/auth/signout' && who !== 'gateway')
  .map(
    (declaration) =>
      [`${declaration.method} ${declaration.base}${declaration.path}`, declaration] as const,
  );

describe('every endpoint', () => {
  test.each(asked)(
    '%s is open to exactly those with the right',
    async (_, { method, base, path, who, beforePasswordChange }) => {
      const address = `${base}${path.replace(/:\w+/g, 'x1')}`;
      // Nothing is sent, so an allowed caller is refused for the request's shape at most.
      const mayCall = [];
      for (const caller of callers) {
        const { status, body } = await api.request(address, {
          method: method.toUpperCase(),
          token: tokens.get(caller),
        });
        const refused = status === 401 || (status === 403 && Object(body).code === 'forbidden');
        if (!refused) mayCall.push(caller);
        if (caller === 'nobody' && refused && who !== 'operator')
          expect(body).toMatchObject({ code: 'signed-out', retry: 'after-sign-in' });
      }
      const expected = callers.filter(
        (caller) =>
          allowed[who].includes(caller) || (caller === 'must-change' && beforePasswordChange),
      );
      // The endpoint itself refuses a candidate whose path names another candidate's UID.
      const foreign = path.includes(':uid')
        ? expected.filter((caller) => caller !== 'candidate')
        : expected;
      expect(mayCall).toEqual(foreign);
    },
  );
});

describe('another candidate’s data', () => {
  test('is refused to a candidate who names the other’s UID, sitting, order or document', async () => {
    await api.makeQuestions('Reasoning', 2);
    const examId = await api.makeExam({
      format: 'MIX',
      sections: [{ fieldType: 'Reasoning', fieldCount: 2 }],
    });
    const mine = await api.makeCandidate({ examId, status: 'Fees Paid' });
    const other = await api.makeCandidate({ examId, status: 'Fees Paid' });
    const theirPhone = await deviceOf(api, other, examId);
    await theirPhone.open();
    await theirPhone.push([theirPhone.event(1, 'started')]);
    await api.deps.db.rows(
      `insert into orders (order_id, reference, kind, uid, amount_paise, state) values ($1, 'REFTHEIRS', 'exam', $2, 50000, 'success')`,
      [`EXAM-${other.uid}-1`, other.uid],
    );
    await api.deps.db.rows(
      `insert into files (id, kind, name, media_type, bytes, sha256, uid) values ('theirpage0000000', 'document', 'page.jpg', 'image/jpeg', 1, 'x', $1)`,
      [other.uid],
    );
    const pages = new FormData();
    pages.set('uid', other.uid);
    pages.set('examID', examId);
    pages.append('docs', new File(['x'], 'page.jpg'));
    const token = mine.token;
    const answers = {
      user: await api.request('exams/updateuser', { token, json: { uid: other.uid } }),
      submission: await api.request('exams/submit-mcq', {
        token,
        json: { uid: other.uid, examID: examId, answers: [] },
      }),
      pages: await api.request('exams/upload-docs', { token, form: pages }),
      result: await api.request(`exams/getresult/${other.uid}`, { token }),
      payment: await api.request('payment/hdfc', {
        token,
        json: { exam_id: examId, customer_id: other.uid },
      }),
      order: await api.request(`payment/orders/EXAM-${other.uid}-1`, { token }),
      events: await api.request('sync/push', {
        token,
        json: {
          protocol: 1,
          sittingId: theirPhone.opened.sittingId,
          deviceId: 'phone-1',
          epoch: 1,
          events: [theirPhone.event(2, 'submitted')],
        },
      }),
    };
    expect(
      Object.entries(answers).filter(([, { status, body }]) => {
        return status !== 403 || Object(body).code !== 'forbidden';
      }),
    ).toEqual([]);
    // The answer doesn't even say whose document it is.
    expect((await api.request('/files/theirpage0000000', { token })).status).toBe(404);
    // The candidate has the same exam, where another's page is simply unknown.
    const page = await api.request(`exams/${examId}/documents/${'0'.repeat(64)}`, { token });
    expect(page.status).toBe(404);
  });

  test('a token counts only in the Authorization header', async () => {
    const { token } = await api.makeCandidate();
    const asked = { headers: { cookie: `token=${token}`, 'x-token': token } };
    expect((await api.request(`exams/question-types?token=${api.adminToken}`, asked)).status).toBe(
      401,
    );
  });
});
