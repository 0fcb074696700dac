/** Candidates as the office finds, reads and corrects them (decisions.md section 14, decision 046). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { candidateListSchema, candidateSchema } from '#contract/desk/candidates.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { PASSWORD } from '../support/people.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const ask = (path: string, more: { method?: string; json?: unknown } = {}) =>
  api.request(path, { token: api.adminToken, ...more });
const find = async (query: Record<string, string>) => {
  const answer = await ask(`candidates?${new URLSearchParams(query)}`);
  expect(answer.status).toBe(200);
  const total = Number(answer.headers.get('x-total-count'));
  return { total, rows: candidateListSchema.parse(answer.body) };
};
const read = async (uid: string) => candidateSchema.parse((await ask(`candidates/${uid}`)).body);

describe('finding candidates', () => {
  it('finds one by uid, part of a name, mobile however it is written, and e-mail', async () => {
    const { uid, mobile, email } = await api.makeCandidate();
    const number = `+91 ${mobile.slice(0, 5)}-${mobile.slice(5)}`;
    for (const search of [uid, uid.toLowerCase(), number, mobile, email.toUpperCase()])
      expect((await find({ search })).rows).toMatchObject([{ uid, mobile, email }]);
    const { fullName } = await read(uid);
    const [first = '', last = ''] = fullName.split(' ');
    const { rows } = await find({ search: `${last} ${first.slice(0, 4)}` });
    expect(rows.map((row) => row.uid)).toContain(uid);
  });

  it('says where the current exam stands, and narrows by it', async () => {
    const examId = await api.makeExam({ name: 'Junior Clerk' });
    const { uid } = await api.makeCandidate({ examId, status: 'Fees Paid' });
    expect((await find({ search: uid, state: 'Fees Paid' })).rows).toMatchObject([
      { uid, exam: 'Junior Clerk', status: 'Fees Paid', blockedAt: null },
    ]);
    expect((await find({ search: uid, state: 'Completed' })).total).toBe(0);
    expect((await find({ search: uid, state: 'Blocked' })).total).toBe(0);
  });

  it('pages newest first, and the last page from the other end', async () => {
    const { total } = await find({});
    const all = await find({ pageSize: '100' });
    expect(all.rows).toHaveLength(total);
    const pages = Math.ceil(total / 2);
    const last = await find({ pageSize: '2', page: String(pages) });
    expect(last.rows).toEqual(all.rows.slice((pages - 1) * 2));
  });

  it('takes wildcards and quotes as they are typed', async () => {
    for (const search of ['%', '_', "'; drop table users; --", '\\'])
      expect((await find({ search })).total).toBe(0);
  });

  it('shows neither staff nor deleted accounts', async () => {
    const proctor = await api.makeStaff('proctor');
    expect((await find({ search: proctor.uid })).total).toBe(0);
    expect((await ask(`candidates/${proctor.uid}`)).status).toBe(404);
    expect((await ask('candidates/SuperAdmin')).status).toBe(404);
    const gone = await api.makeCandidate();
    const json = { password: PASSWORD };
    expect((await api.request('account/delete', { token: gone.token, json })).status).toBe(200);
    expect((await find({ search: gone.uid })).total).toBe(0);
    expect((await ask(`candidates/${gone.uid}`)).status).toBe(404);
  });
});

describe('one candidate', () => {
  it('is told with exams, sittings, where they signed in, messages and activity', async () => {
    await api.makeQuestions('Reading', 2);
    const examId = await api.makeExam({ sections: [{ fieldType: 'Reading', fieldCount: 2 }] });
    const { uid, token } = await api.makeCandidate({ examId, status: 'Fees Paid' });
    const signedIn = await api.request('auth/signin', { json: { uid, password: PASSWORD } });
    expect(signedIn.status).toBe(200);
    await api.request('auth/reset-password', { json: { uid } });
    const json = { uid, examID: examId, answers: [] };
    expect((await api.request('exams/submit-mcq', { token, json })).status).toBe(200);
    const candidate = await read(uid);
    expect(candidate).toMatchObject({
      uid,
      enrolments: [{ examId, status: 'Completed', current: true, sat: true, fee: 500, paid: 0 }],
      sittings: [{ state: 'submitted', total: 0, provisional: false }],
      messages: [{ purpose: 'password-reset', state: 'sent' }],
      sessions: 2,
    });
    expect(candidate.oneTimePasswordUntil).not.toBeNull();
    expect(candidate.places.map(({ kind }) => kind).sort()).toEqual(['address', 'device']);
    expect(Date.parse(candidate.places[0]?.lastSignInAt ?? '')).toBe(api.clock.now);
    expect(candidate.activity.map(({ action }) => action)).toContain('sitting.submitted');
  });

  it('leaves personal data out of the server’s log', async () => {
    const { uid, email, mobile } = await api.makeCandidate();
    await find({ search: email });
    await find({ search: mobile });
    await read(uid);
    const logged = api.logged.join('\n');
    for (const secret of [email, encodeURIComponent(email), mobile])
      expect(logged).not.toContain(secret);
  });
});
