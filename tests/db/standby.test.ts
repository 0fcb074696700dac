/**
 * After a failover, a connection may lead to a database that takes no writes. The server answers nobody from there and tells
 * every caller to come again, which phones do (rule 12). A database set to read-only looks the same as a standby.
 */
import pg from 'pg';
import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { deviceOf } from '../support/device.ts';
import { migratedPostgresUrl } from '../support/test-database.ts';

const LATER = { status: 503, body: { code: 'unavailable', retry: 'later' } };

async function sitting() {
  const databaseUrl = await migratedPostgresUrl();
  const api = await startApi({ databaseUrl });
  await api.makeQuestions('Law', 2);
  const examId = await api.makeExam({ sections: [{ fieldType: 'Law', fieldCount: 2 }] });
  const phone = await deviceOf(
    api,
    await api.makeCandidate({ examId, status: 'Fees Paid' }),
    examId,
  );
  await phone.open();
  const name = `"${new URL(databaseUrl).pathname.slice(1)}"`;
  const answer = phone.event(1, 'answered', phone.opened.questions[0]?.qid, 'OptionOne');
  return { api, name, push: () => phone.push([answer]), databaseUrl };
}

test('[rule 12] a connection that no longer takes writes is dropped: a push hears “later” and then succeeds', async () => {
  const { api, push } = await sitting();
  await api.deps.db.rows('set default_transaction_read_only = on', []);
  expect(await push()).toMatchObject(LATER);
  expect(await push()).toMatchObject({ status: 200, body: { acked: 1 } });
  expect(api.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  await api.close();
});

test('[rule 12] nothing is read from a database that takes no writes, and everything works again once it does', async () => {
  const { api, name, push, databaseUrl } = await sitting();
  const operator = new pg.Client({ connectionString: databaseUrl });
  await operator.connect();
  const takesWrites = (word: 'on' | 'off') =>
    operator.query(`alter database ${name} set default_transaction_read_only = ${word}`);
  await takesWrites('on');
  await operator.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  const asked = () => api.deps.db.rows('select 1 as one', []).catch(String);
  await expect.poll(asked).toContain('It takes no writes');
  expect(await api.request('/readyz')).toMatchObject(LATER);
  expect(await push()).toMatchObject(LATER);
  await takesWrites('off');
  expect(await api.request('/readyz')).toMatchObject({ status: 200 });
  expect(await push()).toMatchObject({ status: 200, body: { acked: 1 } });
  await Promise.all([api.close(), operator.end()]);
});
