/**
 * Embedded databases for tests, migrated and empty. One that is closed is emptied and serves the next that asks in this
 * process, which costs a tenth of starting another. One whose tables a test changed serves nobody again.
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
  // What comes late would land in the next test.
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

/** The log that only grows refuses it as long as its triggers are heard. */
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
    // Several runs may do this at once; each writes its own and the last rename wins, whole.
    const beside = `${path}.${process.pid}`;
    await writeFile(beside, Buffer.from(await snapshot.arrayBuffer()));
    await rename(beside, path);
    return snapshot;
  }
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  const lock = new URL('../../package-lock.json', import.meta.url);
  // The snapshot is also PGlite's own format: another version of it makes another one.
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
