/**
 * The PostgreSQL that a test run uses: the server of DATABASE_URL_TEST, else a throwaway one. Either way
 * nothing is left behind: databases made on somebody's server are dropped at the end.
 */
import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { startPostgresCluster } from './postgres-cluster.ts';

export interface PostgresServer {
  readonly url: string;
  readonly description: string;
  stop(): Promise<void>;
}

const PREFIX = 'pariksha_test_';

async function dropTestDatabases(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const rows = await sql<{ datname: string }[]>`
      select datname from pg_database where starts_with(datname, ${PREFIX})`;
    for (const { datname } of rows) {
      await sql`drop database if exists ${sql(datname)} with (force)`;
    }
  } finally {
    await sql.end();
  }
}

/** Throws a sentence that names everything tried when there is no PostgreSQL to be had. */
export async function provisionPostgres(): Promise<PostgresServer> {
  const url = process.env.DATABASE_URL_TEST;
  if (!url) return startPostgresCluster();
  const description = `the server of DATABASE_URL_TEST (${new URL(url).host})`;
  return { url, description, stop: () => dropTestDatabases(url) };
}

/** Makes an empty database on `serverUrl` and returns its URL. */
export async function createDatabase(serverUrl: string): Promise<string> {
  const name = `${PREFIX}${randomBytes(8).toString('hex')}`;
  const sql = postgres(serverUrl, { max: 1, onnotice: () => {} });
  try {
    await sql`create database ${sql(name)}`;
  } finally {
    await sql.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
