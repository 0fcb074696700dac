/**
 * The PostgreSQL that a test run uses: the server of DATABASE_URL_TEST, else a throwaway one. Either way
 * nothing is left behind: databases made on somebody's server are dropped at the end.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type ClusterOptions, startPostgresCluster } from './postgres-cluster.ts';

export interface PostgresServer {
  readonly url: string;
  readonly description: string;
  stop(): Promise<void>;
}

const PREFIX = 'pariksha_test_';

/** Runs `act` with a connection of the server's superuser, which is closed afterwards. */
async function withServer(url: string, act: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}

async function dropTestDatabases(url: string): Promise<void> {
  await withServer(url, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [PREFIX],
    );
    for (const { datname } of rows) {
      await client.query(`drop database if exists ${pg.escapeIdentifier(datname)} with (force)`);
    }
  });
}

/**
 * @throws Error with one sentence that names everything that was tried, if there is no PostgreSQL and none can be
 * installed
 */
export async function provisionPostgres(options: ClusterOptions = {}): Promise<PostgresServer> {
  const url = process.env.DATABASE_URL_TEST;
  if (!url) return startPostgresCluster(options);
  const description = `the server of DATABASE_URL_TEST (${new URL(url).host})`;
  return { url, description, stop: () => dropTestDatabases(url) };
}

/**
 * Makes a database on `serverUrl` and returns its URL.
 * @param likeUrl the database to copy, to which nobody is connected; if left out, the new one is empty
 */
export async function createDatabase(serverUrl: string, likeUrl?: string): Promise<string> {
  const name = `${PREFIX}${randomBytes(8).toString('hex')}`;
  const template = likeUrl ? new URL(likeUrl).pathname.slice(1) : 'template1';
  await withServer(serverUrl, async (client) => {
    const [made, from] = [pg.escapeIdentifier(name), pg.escapeIdentifier(template)];
    await client.query(`create database ${made} template ${from}`);
  });
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
