import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostgresCluster, startPostgresCluster } from './postgres-cluster.ts';
import { freshPostgresUrl } from './test-database.ts';

describe('a PostgreSQL of one’s own', () => {
  let cluster: PostgresCluster;
  beforeAll(async () => {
    cluster = await startPostgresCluster();
  });
  afterAll(() => cluster.stop());

  it('keeps every committed row through SIGKILL and restart', async () => {
    const before = postgres(cluster.url, { max: 1, onnotice: () => {} });
    await before`create table kept (n int)`;
    await before`insert into kept select generate_series(1, 1000)`;
    await cluster.kill();
    await expect(before`select 1`).rejects.toThrow();
    await before.end({ timeout: 0 });

    await cluster.restart();
    const after = postgres(cluster.url, { max: 1 });
    expect(await after`select count(*)::int as n from kept`).toEqual([{ n: 1000 }]);
    expect(await after`show fsync`).toEqual([{ fsync: 'on' }]);
    await after.end();
  });
});

describe('freshPostgresUrl', () => {
  it('gives each caller an empty database of its own', async () => {
    const [one, two] = await Promise.all([freshPostgresUrl(), freshPostgresUrl()]);
    expect(one).not.toBe(two);
    const first = postgres(one, { max: 1 });
    const second = postgres(two, { max: 1 });
    await first`create table mine (n int)`;
    expect(await second`select to_regclass('mine') as found`).toEqual([{ found: null }]);
    await Promise.all([first.end(), second.end()]);
  });
});
