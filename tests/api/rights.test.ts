/** Who may call what: every endpoint of the API, asked by everyone (decisions.md section 3). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Who } from '#api/middleware/endpoint.ts';
import { endpoints, rootEndpoints } from '#api/routes/endpoints.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';

const callers = ['nobody', 'candidate', 'proctor', 'admin', 'must-change'] as const;
type CallerKind = (typeof callers)[number];

const allowed: Record<Who, readonly CallerKind[]> = {
  anyone: callers,
  gateway: callers,
  'signed-in': ['candidate', 'proctor', 'admin'],
  candidate: ['candidate'],
  admin: ['admin'],
  'candidate-or-admin': ['candidate', 'admin'],
};

/** The whole table once more, by hand: an endpoint whose right is changed by mistake differs from it. */
const EXPECTED: Record<string, Who> = {
  'post /auth/signup': 'anyone',
  'post /auth/signin': 'anyone',
  'post /auth/signout': 'signed-in',
  'post /auth/reset-password': 'anyone',
  'post /auth/change-password': 'signed-in',
  'get /exams': 'anyone',
  'get /exams/names': 'admin',
  'get /exams/question-types': 'admin',
  'get /exams/question-counts': 'admin',
  'get /exams/:id': 'anyone',
  'post /exams': 'admin',
  'put /exams/:id': 'admin',
  'delete /exams/:id': 'admin',
  'post /exams/updateuser': 'candidate-or-admin',
  'get /exams/by-exam/:id': 'admin',
  'get /exams/:id/analysis': 'admin',
  'get /exams/:id/analysis/questions': 'admin',
  'get /exams/:id/analysis/export': 'admin',
  'post /exams/allow-another': 'admin',
  'post /exams/upload-result/:id': 'admin',
  'delete /exams/delete-result/:id': 'admin',
  'post /exams/submit-mcq': 'candidate',
  'post /exams/upload-docs': 'candidate',
  'get /exams/getresult/:uid': 'candidate-or-admin',
  'post /questions/upload': 'admin',
  'get /questions/download': 'admin',
  'put /questions/:id': 'admin',
  'delete /questions/:id': 'admin',
  'get /questions': 'candidate-or-admin',
  'post /payment/hdfc': 'candidate',
  'get /payment/orders/:orderId': 'anyone',
  'get /payments': 'admin',
  'get /payments/:orderId': 'admin',
  'get /payments/export': 'admin',
  'get /applications': 'admin',
  'get /applications/export': 'admin',
  'put /applications/:id': 'admin',
  'get /payments/:orderId/receipt': 'anyone',
  'post /payments/:orderId/reconcile': 'admin',
  'post /payments/:orderId/refunds': 'admin',
  'post /applications': 'anyone',
  'post /contact': 'anyone',
  'post /enquiries': 'anyone',
  'post /newsletter': 'anyone',
  'get /enquiries': 'admin',
  'get /enquiries/download': 'admin',
  'get /enquiries/:id': 'admin',
  'put /enquiries/:id': 'admin',
  'post /applicationpayment/hdfc': 'anyone',
};

let api: TestApi;
const tokens = new Map<CallerKind, string>();

beforeAll(async () => {
  api = await startApi();
  tokens.set('candidate', (await api.makeCandidate()).token);
  tokens.set('proctor', (await api.makeStaff('proctor')).token);
  tokens.set('admin', api.adminToken);
  const { uid } = await api.makeCandidate();
  await api.request('auth/reset-password', { json: { uid } });
  const message = api.sent.at(-1);
  const password = message?.purpose === 'password-reset' ? message.vars.password : '';
  const { body } = await api.request('auth/signin', { json: { uid, password } });
  tokens.set('must-change', (body as { token: string }).token);
});
afterAll(() => api.close());

const all = [
  ...endpoints.map(({ declaration }) => ({ ...declaration, base: '/api/v1' })),
  ...endpoints.map(({ declaration }) => ({ ...declaration, base: '/api/api/v1' })),
  ...rootEndpoints.map(({ declaration }) => ({ ...declaration, base: '' })),
];
/** Sign-out would end the session that asks; the gateway's calls judge the proof they carry. */
const asked = all
  .filter(({ path, who }) => path !== '/auth/signout' && who !== 'gateway')
  .map(
    (declaration) =>
      [`${declaration.method} ${declaration.base}${declaration.path}`, declaration] as const,
  );

describe('every endpoint', () => {
  test('has the right that the table of decisions gives it', () => {
    const declared = Object.fromEntries(
      endpoints.map(({ declaration: { method, path, who } }) => [`${method} ${path}`, who]),
    );
    expect(declared).toMatchObject(EXPECTED);
  });

  test('is there once', () => {
    const names = endpoints.map(({ declaration: { method, path } }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(asked)(
    '%s is open to exactly those it is for',
    async (_, { method, base, path, who, beforePasswordChange }) => {
      const address = `${base}${path.replace(/:\w+/g, 'x1')}`;
      // Nothing is sent, so who may call it is refused for the shape at most.
      const mayCall = [];
      for (const caller of callers) {
        const { status, body } = await api.request(address, {
          method: method.toUpperCase(),
          token: tokens.get(caller),
        });
        const refused = status === 401 || (status === 403 && Object(body).code === 'forbidden');
        if (!refused) mayCall.push(caller);
        if (caller === 'nobody' && refused)
          expect(body).toMatchObject({ code: 'signed-out', retry: 'after-sign-in' });
      }
      const expected = callers.filter(
        (caller) =>
          allowed[who].includes(caller) || (caller === 'must-change' && beforePasswordChange),
      );
      // A path that names another's uid is refused to a candidate by the endpoint itself.
      const foreign = path.includes(':uid')
        ? expected.filter((caller) => caller !== 'candidate')
        : expected;
      expect(mayCall).toEqual(foreign);
    },
  );
});

describe('another’s things', () => {
  test('a uid in a body or path that is not the caller’s own is refused', async () => {
    const [mine, other] = [await api.makeCandidate(), await api.makeCandidate()];
    const exam = { uid: other.uid, examID: 'x1', answers: [] };
    const answers = [
      await api.request('exams/updateuser', { token: mine.token, json: { uid: other.uid } }),
      await api.request('exams/submit-mcq', { token: mine.token, json: exam }),
      await api.request(`exams/getresult/${other.uid}`, { token: mine.token }),
      await api.request('payment/hdfc', {
        token: mine.token,
        json: { exam_id: 'x1', customer_id: other.uid },
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });

  test('a token is taken from the Authorization header alone', async () => {
    const { token } = await api.makeCandidate();
    const asked = { headers: { cookie: `token=${token}`, 'x-token': token } };
    expect((await api.request(`exams/question-types?token=${api.adminToken}`, asked)).status).toBe(
      401,
    );
  });
});
