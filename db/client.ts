// The only module that tells PGlite from Postgres. All others get a Database.
import { chmod, mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import { type Database, migrationsFolder } from './database.ts';
import { lockDirectory } from './lock-directory.ts';
import { openPostgres, type PostgresAddress } from './open-postgres.ts';
import * as tables from './schema/tables.ts';

export type { Database, Orm } from './database.ts';

/** Created by the migrations; searches for parts of words use its indexes. */
const extensions = { pg_trgm };

/**
 * Opens the database and migrates it. Concurrent starts on one Postgres are safe.
 * @param asItIs leaves the schema as it is: runs no migration
 * @throws DirectoryInUse when another process has the embedded database open
 */
export async function openDatabase(
  where: PostgresAddress | { dataDir: string | 'memory'; snapshot?: Blob },
  { asItIs = false } = {},
): Promise<Database> {
  return 'databaseUrl' in where
    ? openPostgres(where, asItIs)
    : openPglite(where.dataDir, asItIs, where.snapshot);
}

/** A migrated, empty embedded database to copy others from: five times faster than creating a new one. */
export async function takeSnapshot(): Promise<Blob> {
  const client = await PGlite.create({ extensions });
  await migratePglite(drizzlePglite(client, { schema: tables }), { migrationsFolder });
  const snapshot = await client.dumpDataDir('none');
  await client.close();
  return snapshot;
}

async function openPglite(dataDir: string, asItIs: boolean, snapshot?: Blob): Promise<Database> {
  const folder = dataDir === 'memory' ? null : `${dataDir}/pglite`;
  const unlock = folder === null ? async () => {} : await lockedFolder(dataDir);
  const client = await PGlite.create({
    extensions,
    ...(folder !== null && { dataDir: folder, startParams: onDisk }),
    ...(snapshot ? { loadDataDir: snapshot } : {}),
  });
  const orm = drizzlePglite(client, { schema: tables });
  if (!asItIs) await migratePglite(orm, { migrationsFolder });
  if (folder !== null) await flushFolder(dataDir);
  // PGlite computes on this thread. Without a turn of the event loop before each statement, a run of statements would
  // let nothing else happen, not even the arrival of a request.
  let last: Promise<unknown> = Promise.resolve();
  return {
    kind: 'pglite',
    orm,
    rows: (statement, params) => {
      const found = last
        .then(() => setImmediate())
        .then(async () => (await client.query(statement, [...params])).rows);
      last = found.catch(() => {}); // the caller gets the error; the next statement runs all the same
      return found;
    },
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
 * A commit is reported only once it is on disk: the write-ahead log is opened so that every write waits for the disk.
 * That is the only way that works in PGlite, whose fsync does nothing (decision 30).
 */
const onDisk = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['-c', 'wal_sync_method=open_datasync'],
];

async function lockedFolder(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  return lockDirectory(dataDir);
}

// The embedded database's files, made private and flushed. PGlite makes them readable and writable for everybody,
// whatever the umask, and its fsync does nothing, so we do both from outside.

/** Makes folders 0700 and files 0600 and flushes them, including those that an earlier version left. */
async function flushFolder(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await flushFolder(path);
    else if (entry.isFile()) await flushFile(path);
  }
}

async function flushFile(path: string): Promise<void> {
  await chmod(path, 0o600);
  const file = await open(path);
  await file.sync().finally(() => file.close());
}
