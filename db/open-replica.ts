/**
 * A standby beside the primary, for reads that may be seconds old. Both are asked for their position every second.
 * A standby that is silent, belongs to another primary, or is older than allowed is not asked for data (decision 75).
 */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import * as z from 'zod/mini';
import type { Database } from './database.ts';
import { Lag } from './lag.ts';
import {
  connectionTo,
  endOf,
  LONGEST_STATEMENT_MS,
  MOST_CONNECTIONS,
  poolOf,
  queriesOf,
} from './open-postgres.ts';

export type Pace = {
  /** The clock that ages are measured by, in milliseconds. */
  now(): number;
  askedEveryMs: number;
  /**
   * A standby that doesn't report its position within this time counts as away. A primary may be silent for longer, as
   * long as lists may be old.
   */
  patienceMs: number;
  /** The longest that a request which changed something waits for the primary's position. */
  markWithinMs: number;
};

const PATIENCE_MS = 2_000;
const PACE: Pace = {
  now: () => performance.now(),
  askedEveryMs: 1_000,
  patienceMs: PATIENCE_MS,
  markWithinMs: 500,
};

/** A standby not heard from for this long is not asked: a look may take nearly as long to connect and be answered. */
const SILENT_AFTER_MS = 5_000;

/** The longest wait to connect to the standby, or for a free connection; after that the primary is asked. */
const LONGEST_WAIT_MS = 5_000;

export type Replica = {
  /** Refuses writes. */
  db: Database;
  /** A standby that lags further behind than this is not asked. */
  oldestSeconds: number;
  /**
   * The greatest possible age of the standby's data, in milliseconds; null if the standby must not be asked.
   * @param mark a position that the standby must have reached
   */
  age(mark: Mark | null): number | null;
  /**
   * The primary's position: everything confirmed earlier is before it. Rejects unless the primary answers within
   * `markWithinMs`.
   */
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

/** Runs a statement on whichever connection is at hand. */
type Ask = (statement: string) => Promise<unknown[]>;

/** The primary's position, and which cluster it is. */
export async function lookAtPrimary(ask: Ask) {
  const [found] = primarySchema.parse(
    await ask(`select ${FLUSHED} as position, ${SYSTEM} as system`),
  );
  return found;
}

/** Whether it really is a standby, its position, and which cluster it belongs to. */
export async function lookAtStandby(ask: Ask) {
  const [found] = standbySchema.parse(
    await ask(
      `select pg_is_in_recovery() as standby, ${REPLAYED} as position, ${SYSTEM} as system`,
    ),
  );
  return found;
}

async function connect(url: string, patienceMs: number): Promise<pg.Client> {
  const client = new pg.Client({
    ...connectionTo(url),
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
  });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** A separate connection for looks, so that they wait for nobody. After a failure the next look opens another. */
export function lookingAt(
  url: string,
  patienceMs = PATIENCE_MS,
): { ask: Ask; close(): Promise<void> } {
  let client: Promise<pg.Client> | null = null;
  const close = async () => {
    const former = client;
    client = null;
    const connected = await former?.catch(() => null);
    if (connected) await endOf(connected);
  };
  return {
    ask: async (statement) => {
      client ??= connect(url, patienceMs);
      const asked = client;
      try {
        return (await (await asked).query<object>(statement)).rows;
      } catch (error) {
        if (client === asked) void close();
        throw error;
      }
    },
    close,
  };
}

type Places = {
  /** The primary's address for direct connections, not a pooler's. */
  primaryUrl: string;
  readUrl: string;
  oldestSeconds: number;
};

/**
 * @param told called when the standby starts or stops being used
 * @param pace given only by tests, which look often and move the clock themselves
 */
export function openReplica(
  { primaryUrl, readUrl, oldestSeconds }: Places,
  told: (serves: boolean) => void,
  { now, askedEveryMs, patienceMs, markWithinMs }: Pace = PACE,
): Replica {
  const busy = new Set<pg.PoolClient>();
  const pool = poolOf({
    ...connectionTo(readUrl),
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: LONGEST_WAIT_MS,
    statement_timeout: LONGEST_STATEMENT_MS,
    // A standby refuses writes anyway; this option makes it refuse them even if it has become the primary meanwhile.
    options: '-c default_transaction_read_only=on',
  });
  pool.on('acquire', (client) => busy.add(client));
  pool.on('release', (_, client) => busy.delete(client));

  const lag = new Lag();
  let heardAt = Number.NEGATIVE_INFINITY;
  let ours: string | null = null;
  let serves = false;
  const stopping = new AbortController();
  const [primary, standby] = [lookingAt(primaryUrl, patienceMs), lookingAt(readUrl, patienceMs)];

  /** If this fails, the known position just gets older. */
  async function lookThere(): Promise<void> {
    const at = now();
    const { position, system } = await lookAtPrimary(primary.ask);
    lag.primaryStood(position, at);
    ours = system;
  }

  async function lookHere(): Promise<void> {
    const at = now();
    try {
      const { standby: isStandby, position, system } = await lookAtStandby(standby.ask);
      const isOurs = isStandby && position !== null && system === ours;
      if (isOurs) lag.replicaStands(position);
      heardAt = isOurs ? at : Number.NEGATIVE_INFINITY;
    } catch {
      heardAt = Number.NEGATIVE_INFINITY;
      // Callers that wait for the standby get an error, and ask the primary instead.
      for (const client of busy) void client.end();
    }
  }

  function age(mark: Mark | null): number | null {
    if (stopping.signal.aborted || now() - heardAt > SILENT_AFTER_MS) return null;
    if (mark !== null && !lag.holds(mark)) return null;
    const old = lag.ageAt(now());
    return old <= oldestSeconds * 1_000 ? old : null;
  }

  async function lookAgain(look: () => Promise<void>): Promise<void> {
    const { signal } = stopping;
    while (!signal.aborted) {
      await look().catch(() => {});
      if (!signal.aborted && serves !== (age(null) !== null)) {
        serves = !serves;
        told(serves);
      }
      await pause(askedEveryMs, undefined, { ref: false, signal }).catch(() => {});
    }
  }
  async function mark(): Promise<Mark> {
    const said = new AbortController();
    const tired = pause(markWithinMs, null, { signal: said.signal }).catch(() => null);
    const found = await Promise.race([lookAtPrimary(primary.ask), tired]).finally(() =>
      said.abort(),
    );
    if (found === null) throw new Error('The primary does not say where it stands.');
    return found.position;
  }

  // Two loops, so that the silence of one server doesn't hold up looking at the other.
  const looking = [lookAgain(lookThere), lookAgain(lookHere)];

  return {
    db: {
      ...queriesOf(pool, false),
      listen: () => Promise.reject(new Error('Nothing is told on a standby.')),
      close: () => endOf(pool),
    },
    oldestSeconds,
    age,
    mark,
    close: async () => {
      stopping.abort();
      await Promise.all([...looking, endOf(pool)]);
      await Promise.all([primary.close(), standby.close()]);
    },
  };
}
