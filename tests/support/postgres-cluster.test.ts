import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostgresCluster, startPostgresCluster } from './postgres-cluster.ts';
import { freshPostgresUrl } from './test-database.ts';

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

describe('a PostgreSQL of one’s own', () => {
  let cluster: PostgresCluster;
  beforeAll(async () => {
    cluster = await startPostgresCluster();
  });
  afterAll(() => cluster.stop());

  it('keeps every committed row through SIGKILL and restart', async () => {
    const before = await connected(cluster.url);
    await before.query('create table kept (n int)');
    await before.query('insert into kept select generate_series(1, 1000)');
    await cluster.kill();
    await expect(before.query('select 1')).rejects.toThrow();
    await before.end();

    await cluster.restart();
    const after = await connected(cluster.url);
    const { rows } = await after.query('select count(*)::int as n from kept');
    expect(rows).toEqual([{ n: 1000 }]);
    expect((await after.query('show fsync')).rows).toEqual([{ fsync: 'on' }]);
    await after.end();
  });
});

describe('freshPostgresUrl', () => {
  it('gives each caller an empty database of its own', async () => {
    const [one, two] = await Promise.all([freshPostgresUrl(), freshPostgresUrl()]);
    expect(one).not.toBe(two);
    const [first, second] = await Promise.all([connected(one), connected(two)]);
    await first.query('create table mine (n int)');
    const { rows } = await second.query("select to_regclass('mine') as found");
    expect(rows).toEqual([{ found: null }]);
    await Promise.all([first.end(), second.end()]);
  });
});
