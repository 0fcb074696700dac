/**
 * Embedded databases for tests, migrated and empty. One that is closed is emptied and serves the next that asks in this
 * process, which costs a tenth of starting another. One whose tables a test changed serves nobody again.
 */
import { type Database, openDatabase } from '#db/client.ts';
import { databaseSnapshot } from './database-snapshot.ts';

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
