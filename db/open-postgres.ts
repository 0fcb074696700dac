// Postgres behind a pool: each connection serves one query or one transaction at a time, and a broken one is never used
// again (decision 53).
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { type Database, migrationsFolder } from './database.ts';
import { keepListening } from './keep-listening.ts';
import { IsStandby, isConnectionUseless, waitedForLock } from './queries/read-error.ts';
import * as tables from './schema/tables.ts';

/** Ten connections keep a two-core Postgres busy; more only queue inside it. */
export const MOST_CONNECTIONS = 10;

/** The longest wait to connect, or for a free connection; after that the caller is told to try later. */
const LONGEST_WAIT_MS = 10_000;

/** After this long nobody waits for a statement's result any more, and it holds a connection that others need. */
export const LONGEST_STATEMENT_MS = 60_000;

/** A connection that is silent this long, longer than any statement may take, is dropped: the other end is gone. */
const LONGEST_SILENCE_MS = LONGEST_STATEMENT_MS + 5_000;

/** The longest wait, when the program ends, for statements that still run. */
const LONGEST_GOODBYE_MS = 5_000;

/** The longest wait of a migration for a table to alter: whoever wants to read or write the table queues behind it. */
const LONGEST_LOCK_MS = 500;
const STEP_BACK_MS = 2_000;
/** With the pauses a little over five minutes, longer than any statement may take. */
const MOST_TRIES = 150;

/** Any number, as long as all processes use the same one: the key of the migration lock. */
const MIGRATION_LOCK = 7_274_520;

/**
 * @property sessionUrl set when `databaseUrl` is a pooler that lends a connection per transaction (pgbouncer): where to
 * get our own connections, for listening and for the migration lock
 */
export type PostgresAddress = { databaseUrl: string; sessionUrl?: string | undefined };

/** @param asItIs runs no migration; only a server's start does */
export async function openPostgres(
  { databaseUrl, sessionUrl }: PostgresAddress,
  asItIs: boolean,
): Promise<Database> {
  const pooled = sessionUrl !== undefined;
  const session = connectionTo(sessionUrl ?? databaseUrl);
  if (!asItIs) await bringUpToDate(session);
  const pool = poolOf({
    ...connectionTo(databaseUrl),
    max: MOST_CONNECTIONS,
    idleTimeoutMillis: 0,
    verify: (client, done) => refuseStandby(client).then(() => done(), done),
    // A pooler refuses a client's settings: set them on the role instead (docs/OPERATIONS.md).
    ...(!pooled && { statement_timeout: LONGEST_STATEMENT_MS }),
  });
  const stopListening: (() => Promise<void>)[] = [];
  return {
    ...queriesOf(pool, pooled),
    listen: async (channel, hear, begun) => {
      stopListening.push(await keepListening(session, channel, hear, begun));
    },
    close: async () => {
      await Promise.all(stopListening.map((stop) => stop()));
      await endOf(pool);
    },
  };
}

export const connectionTo = (connectionString: string) => ({
  connectionString,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: LONGEST_WAIT_MS,
});

export function poolOf(settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    maxLifetimeSeconds: 3_600,
    query_timeout: LONGEST_SILENCE_MS,
    ...settings,
  });
  // A waiting caller gets the error through its query; without a listener the error would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** @param pooled behind a pooler, where no statement is prepared by name */
export function queriesOf(
  pool: pg.Pool,
  pooled: boolean,
): Pick<Database, 'kind' | 'orm' | 'rows' | 'transaction' | 'notify'> {
  async function withConnection<T>(act: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let useless = false;
    try {
      return await act(client);
    } catch (error) {
      useless = isConnectionUseless(error);
      throw error;
    } finally {
      client.release(useless);
    }
  }
  const ormOf = new WeakMap<pg.PoolClient, NodePgDatabase<typeof tables>>();
  const boundTo = (client: pg.PoolClient) => {
    const orm = ormOf.get(client) ?? drizzle(client, { schema: tables });
    ormOf.set(client, orm);
    return orm;
  };
  return {
    kind: 'postgres',
    orm: drizzle(pool, { schema: tables }),
    rows: (statement, params) =>
      withConnection(async (client) => {
        const query = { text: statement, values: [...params] };
        // A statement prepared on one connection of the pooler is missing on the next, or is another statement there.
        const named = pooled ? query : { ...query, name: nameOf(statement) };
        return (await client.query<object>(named)).rows;
      }),
    // Not with the pool's own orm, which never gives the connection back when "begin" fails.
    transaction: (act) => withConnection((client) => boundTo(client).transaction(act)),
    notify: async (channel, text) => {
      await pool.query('select pg_notify($1, $2)', [channel, text]);
    },
  };
}

/** Resolves once nothing runs on the connection any more, or after a while: a cut wire never says that it has ended. */
export async function endOf(connection: pg.Pool | pg.Client): Promise<void> {
  await Promise.race([connection.end(), pause(LONGEST_GOODBYE_MS, undefined, { ref: false })]);
}

/**
 * Refuses a connection to a standby, which answers reads with data that may be old and refuses writes: the caller is
 * told to try later.
 * @throws IsStandby
 */
async function refuseStandby(client: pg.PoolClient): Promise<void> {
  const query = { text: 'show transaction_read_only', query_timeout: LONGEST_WAIT_MS };
  const { rows } = await client.query<{ transaction_read_only: string }>(query);
  if (rows[0]?.transaction_read_only !== 'off') throw new IsStandby('It takes no writes.');
}

const names = new Map<string, string>();

/** The name of a prepared statement: the same text has the same name on every connection. */
function nameOf(statement: string): string {
  let name = names.get(statement);
  if (!name) {
    name = createHash('sha256').update(statement).digest('base64url').slice(0, 22);
    names.set(statement, name);
  }
  return name;
}

/**
 * Runs the migrations on a connection of their own. A migration may run as long as it needs, but waits only briefly for
 * a table, because everyone else queues behind it. If it doesn't get the table, it steps back and tries again once the
 * table's readers may have finished.
 */
async function bringUpToDate(server: pg.ClientConfig): Promise<void> {
  const [guard, client] = [
    new pg.Client(server),
    new pg.Client({ ...server, lock_timeout: LONGEST_LOCK_MS }),
  ];
  try {
    await guard.connect();
    await guard.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.connect();
    for (let tries = 1; ; tries += 1) {
      try {
        return await migrate(drizzle(client), { migrationsFolder });
      } catch (error) {
        if (!waitedForLock(error) || tries === MOST_TRIES) throw error;
        await pause(STEP_BACK_MS);
      }
    }
  } finally {
    await Promise.all([guard.end(), client.end()]);
  }
}
