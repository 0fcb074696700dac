/**
 * A database behind a pooler that lends a connection for one transaction at a time (decision 54). What such a pooler can't
 * carry uses the other address, and nothing is prepared on connections that somebody else gets next.
 */
import { expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { freshPostgresUrl } from '#tests/support/test-database.ts';

const named = (url: string, name: string) => {
  const address = new URL(url);
  address.searchParams.set('application_name', name);
  return address.href;
};
const PREPARED = 'select count(*)::int as n from pg_prepared_statements';

test('with a session address, nothing is prepared and no setting is sent through the pooler', async () => {
  const url = await freshPostgresUrl();
  const db = await openDatabase({ databaseUrl: url, sessionUrl: url });
  const direct = await openDatabase({ databaseUrl: url });
  expect(await db.rows(PREPARED, [])).toEqual([{ n: 0 }]);
  expect(await db.rows('show statement_timeout', [])).toEqual([{ statement_timeout: '0' }]);
  expect(await direct.rows(PREPARED, [])).toEqual([{ n: 1 }]);
  expect(await direct.rows('show statement_timeout', [])).toEqual([{ statement_timeout: '1min' }]);
  await Promise.all([db.close(), direct.close()]);
});

test('with a session address, notifications are sent through the pooler and heard at the session address', async () => {
  const url = await freshPostgresUrl();
  const db = await openDatabase({
    databaseUrl: named(url, 'pooled'),
    sessionUrl: named(url, 'session'),
  });
  const heard = new Promise<string>((hear) => void db.listen('hall', hear, () => {}));
  const listeners = `select application_name as by from pg_stat_activity
    where datname = current_database() and query like 'listen%'`;
  await expect.poll(() => db.rows(listeners, [])).toEqual([{ by: 'session' }]);
  await db.notify('hall', 'begun');
  expect(await heard).toBe('begun');
  await db.close();
});
