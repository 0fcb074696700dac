// One connection that hears what Postgres tells on a channel, and is made anew for as long as it breaks.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const AGAIN_AFTER_MS = 250;

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
): Promise<() => Promise<void>> {
  let stopped = false;
  let client = await begin();

  async function begin(): Promise<pg.Client> {
    const next = new pg.Client(server);
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
    begun();
    return next;
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
