// Sessions asked for at the same time are read with few statements, each as if it were alone (decision 56).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';
import { databaseOn } from '../support/test-database.ts';

let api: TestApi;
let reads = 0;
let isGone = false;

beforeAll(async () => {
  api = await startApi({
    ...(await databaseOn('Postgres')),
    rows: (send) => async (statement, params) => {
      if (statement.includes('sessions t join')) {
        reads += 1;
        if (isGone) throw new Error('Connection terminated unexpectedly');
      }
      return send(statement, params);
    },
  });
});
afterAll(() => api.close());

it('tells each caller who they are and nothing about others, whoever asks at the same time', async () => {
  const examId = await api.makeExam();
  const people = await Promise.all(
    Array.from({ length: 40 }, () => api.makeCandidate({ examId, status: 'Fees Paid' })),
  );
  const isOut = (index: number) => index % 10 === 3;
  for (const [index, { uid }] of people.entries()) {
    if (!isOut(index)) continue;
    await api.deps.db.rows('delete from sessions where uid = $1', [uid]);
  }
  reads = 0;
  const answers = await Promise.all(
    people.flatMap(({ uid, token }, index) => {
      const neighbour = people[(index + 1) % people.length]?.uid ?? '';
      return [
        api.request(`exams/getresult/${uid}`, { token }),
        api.request(`exams/getresult/${neighbour}`, { token }),
        api.request('account', { token }),
      ];
    }),
  );
  expect(reads).toBeLessThan(12);
  for (const [index, { uid }] of people.entries()) {
    const [own, other, me] = answers.slice(index * 3, index * 3 + 3);
    if (isOut(index)) {
      expect([own?.status, other?.status, me?.status], uid).toEqual([401, 401, 401]);
      continue;
    }
    expect(own?.status, uid).not.toBe(401);
    expect(other?.status, uid).toBe(403);
    expect(me, uid).toMatchObject({ status: 200, body: { uid } });
  }
});

it('answers “later” to everyone while the database is gone, and goes on once it is back', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => api.makeCandidate()));
  const ask = () => Promise.all(people.map(({ token }) => api.request('account', { token })));
  isGone = true;
  for (const { status, body } of await ask())
    expect({ status, body }).toMatchObject({ status: 503, body: { retry: 'later' } });
  isGone = false;
  expect((await ask()).map(({ status }) => status)).toEqual(people.map(() => 200));
});
