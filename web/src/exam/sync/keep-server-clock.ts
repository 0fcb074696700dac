// The server's clock outlives the page: its mark is written down now and then, and when the page may go away.

import type { LocalDb } from '../local-db/database.ts';
import { keepClock, readClock } from '../local-db/keep-facts.ts';
import { browserClocks, createServerClock, type ServerClock } from './server-clock.ts';

/** A browser that is killed without a word loses at most so much of the countdown's certainty. */
const MARK_EVERY_MS = 10_000;

/** The one clock of this tab. */
export const serverClock: ServerClock = createServerClock(browserClocks);

/**
 * Takes up the mark kept last, and keeps new ones. @returns how to stop
 */
export async function keepServerClock(db: LocalDb, clock: ServerClock): Promise<() => void> {
  const kept = await readClock(db).catch(() => null);
  if (kept) clock.restore(kept);
  // A mark of a clock that nobody ever set would only write the phone's date down as the server's.
  const mark = () => {
    if (kept || clock.confirmed()) void keepClock(db, clock.mark()).catch(() => {});
  };
  const stop = new AbortController();
  const timer = setInterval(mark, MARK_EVERY_MS);
  document.addEventListener('visibilitychange', mark, { signal: stop.signal });
  window.addEventListener('pagehide', mark, { signal: stop.signal });
  return () => {
    clearInterval(timer);
    stop.abort();
  };
}
