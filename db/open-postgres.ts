// Postgres behind a pool of connections: each serves one query or one transaction at a time, and one that broke is
// never used again (decision 053).
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Database } from './database.ts';
import { keepListening } from './keep-listening.ts';
import * as tables from './schema/tables.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Ten connections keep a two-core Postgres busy; more only queue inside it. */
const MOST_CONNECTIONS = 10;

/** To connect, and to wait for a free connection; then the caller is told "later". */
const LONGEST_WAIT_MS = 10_000;

/** What takes longer helps nobody who waits, and holds a connection that others need. */
const LONGEST_STATEMENT_MS = 60_000;

/** For what still runs when the program ends. */
const LONGEST_GOODBYE_MS = 5_000;

/** Any number, as long as every process uses the same: the key of the migration lock. */
const MIGRATION_LOCK = 7_274_520;

export async function openPostgres(url: string): Promise<Database> {
  const server = {
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: LONGEST_WAIT_MS,
  };
  await bringUpToDate(server);
  const pool = new pg.Pool({
    ...server,
    max: MOST_CONNECTIONS,
    idleTimeoutMillis: 0,
    maxLifetimeSeconds: 3_600,
    statement_timeout: LONGEST_STATEMENT_MS,
  });
  // Whoever waits for an answer is told of the error by their query; without listeners it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));

  async function withConnection<T>(act: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    try {
      return await act(client);
    } finally {
      client.release();
    }
  }
  const ormOf = new WeakMap<pg.PoolClient, NodePgDatabase<typeof tables>>();
  const boundTo = (client: pg.PoolClient) => {
    const orm = ormOf.get(client) ?? drizzle(client, { schema: tables });
    ormOf.set(client, orm);
    return orm;
  };
  const stopListening: (() => Promise<void>)[] = [];

  return {
    kind: 'postgres',
    orm: drizzle(pool, { schema: tables }),
    rows: (statement, params) =>
      withConnection(async (client) => {
        const query = { name: nameOf(statement), text: statement, values: [...params] };
        return (await client.query<object>(query)).rows;
      }),
    // Not by the pool's own orm: where "begin" fails that one keeps the connection for ever.
    transaction: (act) => withConnection((client) => boundTo(client).transaction(act)),
    notify: async (channel, text) => {
      await pool.query('select pg_notify($1, $2)', [channel, text]);
    },
    listen: async (channel, hear, begun) => {
      stopListening.push(await keepListening(server, channel, hear, begun));
    },
    close: async () => {
      await Promise.all(stopListening.map((stop) => stop()));
      await Promise.race([pool.end(), pause(LONGEST_GOODBYE_MS, undefined, { ref: false })]);
    },
  };
}

const names = new Map<string, string>();

/** Of a prepared statement: the same text has the same name on every connection. */
function nameOf(statement: string): string {
  let name = names.get(statement);
  if (!name) {
    name = createHash('sha256').update(statement).digest('base64url').slice(0, 22);
    names.set(statement, name);
  }
  return name;
}

/** By connections of its own: a migration may take as long as it takes. */
async function bringUpToDate(server: pg.ClientConfig): Promise<void> {
  const [guard, client] = [new pg.Client(server), new pg.Client(server)];
  try {
    await guard.connect();
    await guard.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.connect();
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    await Promise.all([guard.end(), client.end()]);
  }
}
