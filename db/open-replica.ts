/**
 * A standby beside the primary, for what only reads and may be some seconds old. Every second both are asked where they stand;
 * one that is silent, that isn't a standby of this primary or is older than allowed answers nobody (decision 75).
 */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import * as z from 'zod/mini';
import type { Database } from './database.ts';
import { Lag } from './lag.ts';
import {
  connectionTo,
  endPool,
  LONGEST_STATEMENT_MS,
  MOST_CONNECTIONS,
  poolOf,
  queriesOf,
} from './open-postgres.ts';

const ASKED_EVERY_MS = 1_000;

/** A standby that doesn't say where it stands within this time is away. */
const PATIENCE_MS = 2_000;

/** As long as two looks may take, and a moment. */
const SILENT_AFTER_MS = 5_000;

/** For a connection, and for a free one; then the primary is asked. */
const LONGEST_WAIT_MS = 5_000;

export type Replica = {
  /** Refuses to write. */
  db: Database;
  /** Beyond it nobody is answered from here. */
  oldestSeconds: number;
  /** How old what it holds is at most, in milliseconds; null when nobody may be answered from here. @param mark what it must hold */
  age(mark: Mark | null): number | null;
  /** Where the primary stands: what was confirmed before lies before it. */
  mark(): Promise<Mark>;
  close(): Promise<void>;
};

/** A position in the write-ahead log, in bytes. */
export type Mark = number;

const FLUSHED = "pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::float8";
const REPLAYED = "pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8";
const SYSTEM = '(select system_identifier::text from pg_control_system())';

const primarySchema = z.tuple([z.object({ position: z.number(), system: z.string() })]);
const standbySchema = z.tuple([
  z.object({ standby: z.boolean(), position: z.nullable(z.number()), system: z.string() }),
]);

/** Where the primary stands, and which cluster it is. */
export async function lookAtPrimary(db: Database) {
  const [found] = primarySchema.parse(
    await db.rows(`select ${FLUSHED} as position, ${SYSTEM} as system`, []),
  );
  return found;
}

type Ask = (statement: string) => Promise<unknown[]>;

/** The same of what should be its standby. */
export async function lookAtStandby(ask: Ask) {
  const [found] = standbySchema.parse(
    await ask(
      `select pg_is_in_recovery() as standby, ${REPLAYED} as position, ${SYSTEM} as system`,
    ),
  );
  return found;
}

async function connect(readUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...connectionTo(readUrl),
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  });
  client.on('error', () => {});
  await client.connect();
  return client;
}

const by =
  (client: pg.Client): Ask =>
  async (statement) =>
    (await client.query<object>(statement)).rows;

/** By a connection of its own, for a look. */
export async function askAt<T>(readUrl: string, act: (ask: Ask) => Promise<T>): Promise<T> {
  const client = await connect(readUrl);
  try {
    return await act(by(client));
  } finally {
    await client.end();
  }
}

/** @param told when it begins to answer, and when it answers no more */
export function openReplica(
  { readUrl, oldestSeconds }: { readUrl: string; oldestSeconds: number },
  primary: Database,
  told: (serves: boolean) => void,
): Replica {
  const now = () => performance.now();
  const busy = new Set<pg.PoolClient>();
  const pool = poolOf({
    ...connectionTo(readUrl),
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: LONGEST_WAIT_MS,
    statement_timeout: LONGEST_STATEMENT_MS,
    // A standby writes nothing anyway; this holds where it has become the primary meanwhile.
    options: '-c default_transaction_read_only=on',
  });
  pool.on('acquire', (client) => busy.add(client));
  pool.on('release', (_, client) => busy.delete(client));

  const lag = new Lag();
  let heardAt = Number.NEGATIVE_INFINITY;
  const asking: { client: pg.Client | null } = { client: null };
  let serves = false;
  const stopping = new AbortController();

  async function lookOnce(): Promise<void> {
    const at = now();
    const standby = async () => {
      asking.client ??= await connect(readUrl);
      return lookAtStandby(by(asking.client));
    };
    const [stood, stands] = await Promise.allSettled([lookAtPrimary(primary), standby()]);
    if (stood.status === 'fulfilled') lag.primaryStood(stood.value.position, at);
    if (stands.status === 'rejected') {
      heardAt = Number.NEGATIVE_INFINITY;
      void asking.client?.end();
      asking.client = null;
      // Whoever waits there asks the primary instead.
      for (const client of busy) void client.end();
    } else if (stood.status === 'fulfilled') {
      const { standby: isStandby, position, system } = stands.value;
      const isOurs = isStandby && position !== null && system === stood.value.system;
      if (isOurs) lag.replicaStands(position);
      heardAt = isOurs ? at : Number.NEGATIVE_INFINITY;
    }
  }

  function age(mark: Mark | null): number | null {
    if (stopping.signal.aborted || now() - heardAt > SILENT_AFTER_MS) return null;
    if (mark !== null && !lag.holds(mark)) return null;
    const old = lag.ageAt(now());
    return old <= oldestSeconds * 1_000 ? old : null;
  }

  const looking = (async () => {
    const { signal } = stopping;
    while (!signal.aborted) {
      await lookOnce();
      if (serves !== (age(null) !== null)) {
        serves = !serves;
        if (!signal.aborted) told(serves);
      }
      await pause(ASKED_EVERY_MS, undefined, { ref: false, signal }).catch(() => {});
    }
    await asking.client?.end();
  })();

  return {
    db: {
      ...queriesOf(pool, false),
      listen: () => Promise.reject(new Error('Nothing is told on a standby.')),
      close: () => endPool(pool),
    },
    oldestSeconds,
    age,
    mark: async () => (await lookAtPrimary(primary)).position,
    close: async () => {
      stopping.abort();
      await Promise.all([looking, endPool(pool)]);
    },
  };
}
