import { afterAll, beforeAll, expect, test } from 'vitest';
import { START, startApi, type TestApi } from './api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test('a test’s API answers in-process, by the clock that the test sets', async () => {
  expect(await api.request('sync/time')).toMatchObject({
    status: 200,
    body: { serverTime: new Date(START).toISOString() },
  });
  api.clock.now += 60_000;
  expect(await api.request('sync/time')).toMatchObject({
    body: { serverTime: new Date(START + 60_000).toISOString() },
  });
});

test('people, exams and questions can be there before a test begins', async () => {
  await api.makeQuestions('Reasoning', 3);
  const examId = await api.makeExam({ sections: [{ fieldType: 'Reasoning', fieldCount: 3 }] });
  const candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
  expect(candidate.uid).toMatch(/^[A-Z2-9]{7}$/);
  expect(candidate.enrolmentId).not.toBeNull();
});
