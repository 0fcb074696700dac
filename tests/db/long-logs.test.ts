// A candidate may make their own log as long as a log may be, and ask for their exam as often as they like: the server stays free for
// everybody else (decision 29).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPaced } from '#api/services/sittings/read-paced.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { deviceOf } from '../support/device.ts';
import { databaseOn } from '../support/test-database.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi(await databaseOn('Postgres'));
  await api.makeQuestions('Law', 2);
});
afterAll(() => api.close());

async function seated(events: number) {
  const examId = await api.makeExam({ sections: [{ fieldType: 'Law', fieldCount: 2 }] });
  const candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
  const phone = await deviceOf(api, candidate, examId);
  await phone.open();
  // Written where a thousand pushes would have written it.
  await api.deps.db.rows(
    `insert into sitting_arrivals (sitting_id, device_id, epoch, seq, received_at, events)
     select $1, 'phone-1', 1, n, $3::float8::bigint, json_build_array(json_build_array(n, 'answered', $2::text, 'OptionOne', 1, 1, null))
     from generate_series(1, $4::int) n`,
    [phone.opened.sittingId, phone.opened.questions[0]?.qid ?? '', api.clock.now, events],
  );
  return { phone, another: (name: string) => deviceOf(api, candidate, examId, name) };
}

it('a candidate who asks again and again for a very long log must wait, and nobody else', async () => {
  const { phone } = await seated(19_000);
  const statuses: number[] = [];
  const ask = async () => statuses.push((await phone.open()).status);
  while (statuses.length < 30 && !statuses.includes(429)) await ask();
  expect(statuses.length).toBeLessThan(20);
  expect(statuses.at(-1)).toBe(429);
  // A push is judged without the log, and is accepted.
  expect((await phone.push([phone.event(19_000, 'answered')])).status).toBe(200);
  const other = await seated(1);
  expect((await other.phone.open()).status).toBe(200);
  // A minute later there is room again; the submission comes through.
  api.clock.now += 60_000;
  expect((await phone.open()).status).toBe(200);
  await ask();
  const events = [phone.event(19_001, 'submitted')];
  expect((await phone.submit(19_001, [], { events })).body).toMatchObject({ received: true });
});

it('who works as candidates do never waits, however often the phone asks', async () => {
  const { phone } = await seated(300);
  for (let asked = 0; asked < 300; asked += 1) expect((await phone.open()).status).toBe(200);
});

it('asking many times at one moment is no way around it', async () => {
  const { phone } = await seated(19_000);
  await phone.open(); // from now on it is known how long it is
  const answers = await Promise.all(Array.from({ length: 60 }, () => phone.open()));
  const taken = answers.filter(({ status }) => status === 200).length;
  expect(taken).toBeLessThanOrEqual(20);
});

it('reads that fail while the database is away cost a candidate nothing', async () => {
  const { phone } = await seated(1);
  const which = { sittingId: phone.opened.sittingId };
  const gone = { ...api.deps.db, rows: () => Promise.reject(new Error('away')) };
  for (let asked = 0; asked < 100; asked += 1)
    await expect(readPaced({ ...api.deps, db: gone }, which)).rejects.toThrow('away');
});

it('a phone that says again and again that it knows nothing of an earlier turn gets it told as often as it may ask [AT13]', async () => {
  const { phone, another } = await seated(19_000);
  const second = await another('phone-2');
  expect((await second.open({ takeOver: true })).status).toBe(200);
  const answers = [];
  for (let asked = 0; asked < 30; asked += 1) answers.push(await second.push([], { others: 0 }));
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(20);
  expect(answers.at(-1)?.status).toBe(429);
  // One that doesn't ask is judged without the log.
  expect((await second.push([second.event(1, 'answered')])).status).toBe(200);
  expect((await phone.push([])).status).toBe(200);
});

it('acts whose time only the whole log can tell come in no faster than it may be read [AT8]', async () => {
  const { phone } = await seated(10_000);
  api.clock.now = Date.parse(phone.opened.deadline) + 60_000;
  const qid = phone.opened.questions[0]?.qid ?? '';
  const statuses: number[] = [];
  for (let seq = 10_001; seq <= 10_040; seq += 1)
    statuses.push((await phone.push([phone.event(seq, 'answered', qid, 'OptionTwo')])).status);
  expect(statuses[0]).toBe(200);
  expect(statuses.filter((status) => status === 200).length).toBeLessThan(35);
  expect(statuses.at(-1)).toBe(429);
});
