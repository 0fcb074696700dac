// One connection that listens on a Postgres channel, and is reopened whenever it breaks or falls silent.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const AGAIN_AFTER_MS = 250;

/** How often the connection is queried: one that only listens would never notice that the other end is gone. */
const ASKED_EVERY_MS = 10_000;
const PATIENCE_MS = 10_000;

/**
 * @param begun called whenever listening starts or restarts: earlier notices may be lost
 * @returns a function that stops listening
 * @throws when the first connection fails
 */
export async function keepListening(
  server: pg.ClientConfig,
  channel: string,
  hear: (text: string) => void,
  begun: () => void,
  { askedEveryMs = ASKED_EVERY_MS, patienceMs = PATIENCE_MS } = {},
): Promise<() => Promise<void>> {
  let stopped = false;
  let client = await begin();

  async function begin(): Promise<pg.Client> {
    const next = new pg.Client({ ...server, query_timeout: patienceMs });
    next.on('error', () => {});
    next.on('notification', ({ payload }) => hear(payload ?? ''));
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      if (stopped) throw new Error('stopped meanwhile');
    } catch (error) {
      await next.end();
      throw error;
    }
    next.once('end', () => void again());
    void keepAsking(next);
    begun();
    return next;
  }

  /** Ends the connection when an answer is missing, which starts another connection. */
  async function keepAsking(one: pg.Client): Promise<void> {
    try {
      for (;;) {
        await pause(askedEveryMs, undefined, { ref: false });
        await one.query('select 1');
      }
    } catch {
      await one.end();
    }
  }

  async function again(): Promise<void> {
    while (!stopped) {
      await pause(AGAIN_AFTER_MS, undefined, { ref: false });
      if (stopped) return;
      try {
        client = await begin();
        return;
      } catch {
        // Postgres is still gone. Anyone using the database meanwhile gets the error.
      }
    }
  }

  return async () => {
    stopped = true;
    await client.end();
  };
}
