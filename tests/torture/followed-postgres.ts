/**
 * A Postgres that can be given a standby and then be lost for good. Both are behind one address, as behind a proxy in front of a
 * pair of machines. An acknowledged commit is on the standby, too, as in deploy/patroni.yml.
 */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { linkTo } from '../support/link.ts';
import {
  type PostgresCluster,
  startPostgresCluster,
  startPostgresStandby,
} from '../support/postgres-cluster.ts';

export interface FollowedPostgres {
  /** The superuser's address of whichever Postgres is in place. */
  readonly url: string;
  readonly description: string;
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** From now on a standby confirms each commit. Does nothing when there is a standby already. */
  follow(): Promise<void>;
  /** Kills the primary for good with SIGKILL. The address then leads to the standby, which takes no writes until its promotion. */
  lose(): Promise<void>;
  promote(): Promise<void>;
  stop(): Promise<void>;
}

const portIn = (url: string) => Number(new URL(url).port);

async function ask(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) rows = (await client.query<object>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

export async function startFollowedPostgres(): Promise<FollowedPostgres> {
  let primary = await startPostgresCluster();
  let standby: PostgresCluster | null = null;
  const { description } = primary;
  const link = await linkTo(() => portIn(primary.url));
  const url = new URL(primary.url);
  url.port = `${link.port}`;

  async function follow(): Promise<void> {
    if (standby) return;
    standby = await startPostgresStandby(primary.url);
    await ask(
      primary.url,
      "alter system set synchronous_standby_names = '*'",
      'select pg_reload_conf()',
    );
    const confirms = "select from pg_stat_replication where sync_state = 'sync'";
    while ((await ask(primary.url, confirms)).length === 0) await pause(50);
  }

  return {
    url: url.href,
    description,
    kill: () => primary.kill(),
    restart: () => primary.restart(),
    follow,
    async lose() {
      await follow();
      if (!standby) throw new Error('There is no standby.');
      const lost = primary;
      primary = standby;
      standby = null;
      await lost.kill();
      await lost.stop();
    },
    async promote() {
      await ask(primary.url, 'select pg_promote()');
    },
    async stop() {
      link.close();
      await standby?.stop();
      await primary.stop();
    },
  };
}
