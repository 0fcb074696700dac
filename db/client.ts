// The one place that knows PGlite from Postgres. Everything else gets a Database and can't tell.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import { drizzle as drizzlePostgres } from 'drizzle-orm/postgres-js';
import { migrate as migratePostgres } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { flushFolder } from './flush-folder.ts';
import { lockDirectory } from './lock-directory.ts';
import * as tables from './schema/tables.ts';

type Tables = typeof tables;
/** Typed queries; also what a transaction gets. */
export type Orm = PgDatabase<PgQueryResultHKT, Tables, ExtractTablesWithRelations<Tables>>;

export type Database = {
  kind: 'pglite' | 'postgres';
  orm: Orm;
  /**
   * One prepared statement, for what candidates do at once: the server plans it once per connection.
   * Pass JSON as text with a cast in the statement, and read instants as milliseconds, so that both
   * drivers give the same. Rows are unknown: parse them.
   */
  rows(
    statement: string,
    params: readonly (string | number | boolean | null)[],
  ): Promise<unknown[]>;
  transaction<T>(act: (tx: Orm) => Promise<T>): Promise<T>;
  /** Tells every process that listens, this one too; at most some 7,900 bytes, and lost where nobody is connected. */
  notify(channel: string, text: string): Promise<void>;
  /** @param begun called whenever listening has begun, or begun anew: what was told before may be lost */
  listen(channel: string, hear: (text: string) => void, begun: () => void): Promise<void>;
  close(): Promise<void>;
};

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** What the migrations create; searches by parts of words use its indexes. */
const extensions = { pg_trgm };

/** What takes longer helps nobody who waits, and holds a connection that others need. */
const LONGEST_STATEMENT_MS = 60_000;

/** Any number, as long as every process uses the same: the key of the migration lock. */
const MIGRATION_LOCK = 7_274_520;

/**
 * Opens the database and brings it up to date. Concurrent starts on one Postgres are safe.
 * @throws DirectoryInUse when another process has the embedded database open
 */
export async function openDatabase(
  where: { databaseUrl: string } | { dataDir: string | 'memory'; snapshot?: Blob },
): Promise<Database> {
  return 'databaseUrl' in where
    ? openPostgres(where.databaseUrl)
    : openPglite(where.dataDir, where.snapshot);
}

/** A migrated, empty embedded database to start others from: five times quicker than making one anew. */
export async function takeSnapshot(): Promise<Blob> {
  const client = await PGlite.create({ extensions });
  await migratePglite(drizzlePglite(client, { schema: tables }), { migrationsFolder });
  const snapshot = await client.dumpDataDir('none');
  await client.close();
  return snapshot;
}

async function openPostgres(url: string): Promise<Database> {
  // Ten connections keep a two-core Postgres busy; more only queue inside it.
  const client = postgres(url, {
    max: 10,
    onnotice: () => {},
    connect_timeout: 5,
    connection: { statement_timeout: LONGEST_STATEMENT_MS },
    // While Postgres is gone each waiting query takes one try to connect: all are answered at once, and the first
    // that comes after its return finds it.
    backoff: () => 0.05,
  });
  const orm = drizzlePostgres(client, { schema: tables });
  await migrate(url);
  return {
    kind: 'postgres',
    orm,
    rows: (statement, params) => client.unsafe(statement, [...params], { prepare: true }),
    transaction: (act) => orm.transaction(act),
    notify: async (channel, text) => {
      await client.unsafe('select pg_notify($1, $2)', [channel, text], { prepare: true });
    },
    listen: async (channel, hear, begun) => {
      await client.listen(channel, hear, begun);
    },
    close: () => client.end({ timeout: 5 }),
  };
}

/** By connections of its own: a migration may take as long as it takes. */
async function migrate(url: string): Promise<void> {
  const client = postgres(url, { max: 2, onnotice: () => {}, connect_timeout: 5 });
  try {
    await client.begin(async (guard) => {
      await guard`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
      await migratePostgres(drizzlePostgres(client), { migrationsFolder });
    });
  } finally {
    await client.end({ timeout: 5 });
  }
}

async function openPglite(dataDir: string, snapshot?: Blob): Promise<Database> {
  const folder = dataDir === 'memory' ? null : `${dataDir}/pglite`;
  const unlock = folder === null ? async () => {} : await lockedFolder(dataDir);
  const client = await PGlite.create({
    extensions,
    ...(folder !== null && { dataDir: folder, startParams: onDisk }),
    ...(snapshot ? { loadDataDir: snapshot } : {}),
  });
  const orm = drizzlePglite(client, { schema: tables });
  await migratePglite(orm, { migrationsFolder });
  if (folder !== null) await flushFolder(dataDir);
  return {
    kind: 'pglite',
    orm,
    rows: async (statement, params) => (await client.query(statement, [...params])).rows,
    transaction: (act) => orm.transaction(act),
    notify: async (channel, text) => {
      await client.query('select pg_notify($1, $2)', [channel, text]);
    },
    listen: async (channel, hear, begun) => {
      await client.listen(channel, hear);
      begun();
    },
    close: async () => {
      await client.close();
      if (folder !== null) await flushFolder(dataDir);
      await unlock();
    },
  };
}

/**
 * Each commit is on disk before it is told: the log of what was written is opened so that every write waits for
 * the disk, which is the one way that works in PGlite; its fsync is empty (decision 30).
 */
const onDisk = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['-c', 'wal_sync_method=open_datasync'],
];

async function lockedFolder(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  return lockDirectory(dataDir);
}
