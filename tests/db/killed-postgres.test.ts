// Postgres is killed with SIGKILL while phones push: everything acknowledged is there afterwards, and nothing counts
// twice (rules 8, 9).
import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { deviceOf } from '../support/device.ts';
import { readEvents } from '../support/event-stream.ts';
import { type PostgresCluster, startPostgresCluster } from '../support/postgres-cluster.ts';
import { createDatabase } from '../support/provision-postgres.ts';

let cluster: PostgresCluster;
let api: TestApi;

beforeAll(async () => {
  cluster = await startPostgresCluster();
  api = await startApi({ databaseUrl: await createDatabase(cluster.url) });
  await api.makeQuestions('Aptitude', 10);
});
afterAll(async () => {
  await api.close();
  await cluster.stop();
});

it('[rules 8, 9] the server loses no acknowledged event and counts none twice when Postgres is killed while phones push', async () => {
  const examId = await api.makeExam({ sections: [{ fieldType: 'Aptitude', fieldCount: 10 }] });
  const phones = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
      const phone = await deviceOf(api, candidate, examId);
      await phone.open();
      return { phone, acked: 0 };
    }),
  );
  const EVENTS = 40;
  let acknowledged = 0;
  let killed: Promise<void> | null = null;
  let isBack = false;

  // Like an outbox, each phone sends one event at a time and repeats it until it is acknowledged. The phones go on until
  // Postgres is back: on a busy machine, the kill may take longer than all their events.
  await Promise.all(
    phones.map(async (mine) => {
      const { phone } = mine;
      for (let seq = 1; seq <= EVENTS || !isBack; seq += 1) {
        const qid = phone.opened.questions[seq % 10]?.qid;
        const event = phone.event(seq, 'answered', qid, 'OptionOne');
        while (mine.acked < seq) {
          const answer = await phone.push([event]);
          if (answer.status !== 200) {
            expect(answer.body).toMatchObject({ retry: 'later' });
            await killed;
            continue;
          }
          mine.acked = (answer.body as { acked: number }).acked;
          acknowledged += 1;
          if (acknowledged === 60)
            killed = cluster
              .kill()
              .then(() => cluster.restart())
              .then(() => {
                isBack = true;
              });
        }
      }
    }),
  );

  for (const { phone, acked } of phones) {
    const log = await api.deps.db.rows(
      'select seq from sitting_events where sitting_id = $1 order by seq',
      [phone.opened.sittingId],
    );
    expect(log).toEqual(Array.from({ length: acked }, (_, index) => ({ seq: index + 1 })));
  }
});

it('sixteen requests at once get 503 and “later” while Postgres is gone, and succeed when it is back', async () => {
  const own = await startPostgresCluster();
  const site = await startApi({ databaseUrl: await createDatabase(own.url) });
  const ask = () => site.request('exams', { token: site.adminToken });
  const sixteen = () => Promise.all(Array.from({ length: 16 }, ask));
  expect((await ask()).status).toBe(200);
  await own.kill();
  for (let round = 0; round < 3; round++) {
    for (const { status, headers, body } of await sixteen()) {
      expect(body).toMatchObject({ code: 'unavailable', retry: 'later' });
      expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    }
  }
  expect(site.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  await own.restart();
  expect((await sixteen()).map(({ status }) => status)).toEqual(
    Array.from({ length: 16 }, () => 200),
  );
  await site.close();
  await own.stop();
});

it('a listener hears notifications again after Postgres was killed and came back, and is told that it started over', async () => {
  const own = await startPostgresCluster();
  const databaseUrl = await createDatabase(own.url);
  const [here, there] = [await openDatabase({ databaseUrl }), await openDatabase({ databaseUrl })];
  const told = new EventEmitter();
  const begun = once(told, 'begun');
  await here.listen(
    'Shouts',
    (text) => told.emit('heard', text),
    () => told.emit('begun'),
  );
  await begun;
  const hears = async (text: string) => {
    const heard = once(told, 'heard');
    await there.notify('Shouts', text);
    expect(await heard).toEqual([text]);
  };
  await hears('before');
  const begunAgain = once(told, 'begun');
  await own.kill();
  await own.restart();
  await begunAgain;
  await hears('after');
  await Promise.all([here.close(), there.close()]);
  await own.stop();
});

it('connected phones are called as soon as Postgres is back, whatever they wait for [SY7]', async () => {
  const own = await startPostgresCluster();
  const site = await startApi({ databaseUrl: await createDatabase(own.url) });
  await site.makeQuestions('Aptitude', 2);
  const examId = await site.makeExam({ sections: [{ fieldType: 'Aptitude', fieldCount: 2 }] });
  const candidate = await site.makeCandidate({ examId, status: 'Fees Paid' });
  const phone = await deviceOf(site, candidate, examId);
  await phone.open();
  const path = `sync/stream?sittingId=${phone.opened.sittingId}`;
  const reader = readEvents(await site.fetch(path, { token: candidate.token }));
  await reader.next('standing');
  const answered = phone.event(1, 'answered', phone.opened.questions[0]?.qid, 'OptionOne');
  await own.kill();
  expect(await phone.push([answered])).toMatchObject({ status: 503, body: { retry: 'later' } });
  await own.restart();
  await reader.next('back');
  expect(await phone.push([answered])).toMatchObject({ status: 200, body: { acked: 1 } });
  await reader.close();
  await site.close();
  await own.stop();
});

it('phones that the server knows get places even if many that it can’t know connect while Postgres is gone [SY7]', async () => {
  const own = await startPostgresCluster();
  const site = await startApi({ databaseUrl: await createDatabase(own.url) });
  Object.assign(site.deps.settings, { mostStreams: 8, trustProxy: true });
  await site.makeQuestions('Aptitude', 2);
  const examId = await site.makeExam({ sections: [{ fieldType: 'Aptitude', fieldCount: 2 }] });
  const candidate = await site.makeCandidate({ examId, status: 'Fees Paid' });
  const phone = await deviceOf(site, candidate, examId);
  await phone.open();
  const from = (address: string, token: string) =>
    site.fetch(`sync/stream?sittingId=${phone.opened.sittingId}`, {
      token,
      headers: { 'x-forwarded-for': address },
    });
  const before = readEvents(await from('10.0.0.1', candidate.token));
  await before.next('standing');
  await before.close();
  await own.kill();
  const come = async (address: string, token: string) => {
    const answer = await from(address, token);
    return { status: answer.status, reader: answer.status === 200 ? readEvents(answer) : null };
  };
  const first = await come('10.0.0.9', 'one');
  const others = [await come('10.0.0.9', 'two'), await come('10.0.0.8', 'three')];
  // One address gets at most a quarter of all places.
  expect((await come('10.0.0.9', 'four')).status).toBe(503);
  others.push(await come('10.0.0.8', 'five'));
  // All addresses together get at most half of them.
  expect((await come('10.0.0.7', 'six')).status).toBe(503);
  expect([first, ...others].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const known = await come('10.0.0.9', candidate.token);
  expect(known.status).toBe(200);
  await first.reader?.close();
  await expect.poll(async () => (await come('10.0.0.9', 'seven')).status).toBe(200);
  await own.restart();
  await known.reader?.next('back');
  await site.close();
  await own.stop();
});

it('phones that connect while Postgres is gone are held, and called as soon as it is back [SY7]', async () => {
  const own = await startPostgresCluster();
  const site = await startApi({ databaseUrl: await createDatabase(own.url) });
  await site.makeQuestions('Aptitude', 2);
  const examId = await site.makeExam({ sections: [{ fieldType: 'Aptitude', fieldCount: 2 }] });
  const candidate = await site.makeCandidate({ examId, status: 'Fees Paid' });
  const phone = await deviceOf(site, candidate, examId);
  await phone.open();
  const path = `sync/stream?sittingId=${phone.opened.sittingId}`;
  await own.kill();
  // Nobody can tell yet who these are.
  const reader = readEvents(await site.fetch(path, { token: candidate.token }));
  const stranger = readEvents(await site.fetch(path, { token: 'nobody' }));
  expect((await site.fetch(path)).status).toBe(401);
  await own.restart();
  await reader.next('back');
  const answered = phone.event(1, 'answered', phone.opened.questions[0]?.qid, 'OptionOne');
  expect(await phone.push([answered])).toMatchObject({ status: 200, body: { acked: 1 } });
  // They connect again, and then the server checks who they are.
  for (const held of [reader, stranger])
    await expect(held.next('standing')).rejects.toThrow('the stream has ended');
  const again = readEvents(await site.fetch(path, { token: candidate.token }));
  await again.next('standing');
  expect((await site.fetch(path, { token: 'nobody' })).status).toBe(401);
  await again.close();
  await site.close();
  await own.stop();
});
