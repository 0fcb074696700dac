/**
 * Embedded databases for tests, migrated and empty. A closed database is emptied and given to the next caller in this
 * process, which costs a tenth of starting another. A database whose tables a test altered is not given out again.
 */

import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Database, openDatabase, takeSnapshot } from '#db/client.ts';

const spare: Database[] = [];

export async function embeddedDatabase(): Promise<Database> {
  const db = spare.pop() ?? (await startOne());
  const shape = await shapeOf(db);
  let isOpen = true;
  // A late call would reach the database of the next test.
  const open = () => {
    if (isOpen) return db;
    throw new Error('this test has closed its database');
  };
  return {
    ...db,
    get orm() {
      return open().orm;
    },
    rows: async (statement, params) => open().rows(statement, params),
    transaction: async (act) => open().transaction(act),
    notify: async (channel, text) => open().notify(channel, text),
    listen: (channel, hear, begun) => db.listen(channel, (text) => isOpen && hear(text), begun),
    close: async () => {
      if (!isOpen) return;
      isOpen = false;
      if ((await shapeOf(db)) !== shape) return db.close();
      await db.rows(EMPTY, []);
      spare.push(db);
    },
  };
}

const startOne = async () =>
  openDatabase({ dataDir: 'memory', snapshot: await databaseSnapshot() });

/** Empties all tables. As `replica` no triggers run: those of the append-only log would refuse. */
const EMPTY = `do $$ begin
  set local session_replication_role = replica;
  execute (select 'truncate ' || string_agg(format('%I', tablename), ', ') || ' restart identity'
    from pg_tables where schemaname = 'public');
end $$`;

const SHAPE = `select count(*), sum(oid::bigint) from
  (select oid from pg_class where relnamespace = 'public'::regnamespace
   union all select oid from pg_trigger union all select oid from pg_constraint) as parts`;

const shapeOf = async (db: Database) => JSON.stringify(await db.rows(SHAPE, []));

const migrations = fileURLToPath(new URL('../../db/migrations/', import.meta.url));
const cache = fileURLToPath(new URL('../../node_modules/.cache/pariksha/', import.meta.url));

/**
 * A migrated, empty embedded database as a file, made once for each state of the migrations, so that a
 * test file starts in half a second.
 */
export async function databaseSnapshot(): Promise<Blob> {
  const path = `${cache}database-${await fingerprint()}.tar`;
  try {
    return await openAsBlob(path);
  } catch {
    await mkdir(cache, { recursive: true });
    const snapshot = await takeSnapshot();
    // Several runs may do this at once; each writes its own complete file, and the last rename wins.
    const beside = `${path}.${process.pid}`;
    await writeFile(beside, Buffer.from(await snapshot.arrayBuffer()));
    await rename(beside, path);
    return snapshot;
  }
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  const lock = new URL('../../package-lock.json', import.meta.url);
  // The snapshot is in PGlite's own format, so another version of PGlite needs another snapshot.
  hash.update(
    /node_modules\/@electric-sql\/pglite": \{\s*"version": "([^"]+)"/.exec(
      await readFile(lock, 'utf8'),
    )?.[1] ?? '',
  );
  for (const name of (await readdir(migrations)).sort()) {
    if (name.endsWith('.sql')) hash.update(await readFile(migrations + name));
  }
  return hash.digest('hex').slice(0, 16);
}
