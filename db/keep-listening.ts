// One connection that hears what Postgres tells on a channel, and is made anew for as long as it breaks or says nothing.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const AGAIN_AFTER_MS = 250;

/** Whoever only listens would never learn that the other end is gone without a word. */
const ASKED_EVERY_MS = 10_000;
const PATIENCE_MS = 10_000;

/**
 * @param begun called whenever listening has begun, or begun anew: what was told before may be lost
 * @returns how to stop
 * @throws when the first connection can't be made
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
    } catch (error) {
      await next.end();
      throw error;
    }
    next.once('end', () => void again());
    void keepAsking(next);
    begun();
    return next;
  }

  /** Until an answer doesn't come, which ends the connection and so begins another. */
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
        // Gone still; whoever asks the database meanwhile is told so.
      }
    }
  }

  return async () => {
    stopped = true;
    await client.end();
  };
}
