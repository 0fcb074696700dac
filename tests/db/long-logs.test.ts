// A candidate can make their own log as long as a log may be, and open their exam as often as they like. The server stays
// responsive for everybody else (decision 29).
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
  // Written directly, because it would take a thousand pushes.
  await api.deps.db.rows(
    `insert into sitting_arrivals (sitting_id, device_id, epoch, seq, received_at, events)
     select $1, 'phone-1', 1, n, $3::float8::bigint, json_build_array(json_build_array(n, 'answered', $2::text, 'OptionOne', 1, 1, null))
     from generate_series(1, $4::int) n`,
    [phone.opened.sittingId, phone.opened.questions[0]?.qid ?? '', api.clock.now, events],
  );
  return { phone, another: (name: string) => deviceOf(api, candidate, examId, name) };
}

it('a candidate who opens a very long log again and again has to wait, and nobody else does', async () => {
  const { phone } = await seated(19_000);
  const statuses: number[] = [];
  const ask = async () => statuses.push((await phone.open()).status);
  while (statuses.length < 30 && !statuses.includes(429)) await ask();
  expect(statuses.length).toBeLessThan(20);
  expect(statuses.at(-1)).toBe(429);
  // A push is judged without reading the log, so it is accepted.
  expect((await phone.push([phone.event(19_000, 'answered')])).status).toBe(200);
  const other = await seated(1);
  expect((await other.phone.open()).status).toBe(200);
  // A minute later the log may be read again, and the submission succeeds.
  api.clock.now += 60_000;
  expect((await phone.open()).status).toBe(200);
  await ask();
  const events = [phone.event(19_001, 'submitted')];
  expect((await phone.submit(19_001, [], { events })).body).toMatchObject({ received: true });
});

it('a candidate with a log of usual length never waits, however often the phone opens it', async () => {
  const { phone } = await seated(300);
  for (let asked = 0; asked < 300; asked += 1) expect((await phone.open()).status).toBe(200);
});

it('opening many times at one moment doesn’t get around the limit', async () => {
  const { phone } = await seated(19_000);
  await phone.open(); // now the server knows how long the log is
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
  // A push that doesn't ask for them is judged without the log.
  expect((await second.push([second.event(1, 'answered')])).status).toBe(200);
  expect((await phone.push([])).status).toBe(200);
});

it('late acts, which need the whole log, are accepted only as fast as the log may be read [AT8]', async () => {
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
