// The server's time on this phone (rule 14): from its beacons, and between them by a clock that
// setting the phone's date doesn't move.
import type { Beacon } from '#contract/wire/sync.ts';
import {
  afterRestart,
  betterOf,
  type ClockMark,
  type ClockReading,
  fromBeacon,
  serverNow,
} from '#machines/sitting/device-clock.ts';
import type { LocalDb } from '#web/exam/local-db/database.ts';
import { keepClock, readClock } from '#web/exam/local-db/keep-facts.ts';
import type { Moment } from '#web/exam/local-db/record-event.ts';
import { withStorage } from '#web/exam/local-db/storage-trouble.ts';

/** The two clocks of a device, in milliseconds; passed in, so that a test can lie with either. */
export type DeviceClocks = {
  /** Monotonic: no change of the phone's date moves it while the browser runs. */
  steady: () => number;
  /** The phone's date. */
  wall: () => number;
};

const browserClocks: DeviceClocks = {
  steady: () => performance.timeOrigin + performance.now(),
  wall: () => Date.now(),
};

export type ServerClock = {
  /** Milliseconds since 1970 by the server's clock, as best known; by the phone's date if nothing is. */
  now(): number;
  /** Whether the server has spoken since the app was opened. */
  confirmed(): boolean;
  /** The beacon in a reply asked for at `sentAt` and here at `receivedAt` (steady). */
  hear(beacon: Beacon, sentAt: number, receivedAt: number): void;
  /**
   * What this clock showed when that beacon was given out, before it set the clock right; null for another beacon than
   * the last, or when it showed nothing yet.
   */
  believedAt(serverTime: string): number | null;
  steady(): number;
  wall(): number;
  /** What to keep on the device. */
  mark(): ClockMark;
  /** Goes on from what was kept; a beacon heard meanwhile stands. */
  restore(kept: ClockMark): void;
};

export function createServerClock({ steady, wall }: DeviceClocks = browserClocks): ServerClock {
  let reading: ClockReading | null = null;
  let last: { serverTime: string; believed: number | null } | null = null;
  const now = () => Math.round(reading ? serverNow(reading, steady()) : wall());

  return {
    now,
    confirmed: () => reading?.confirmed ?? false,
    believedAt: (serverTime) => (last?.serverTime === serverTime ? last.believed : null),
    steady,
    wall,
    hear(beacon, sentAt, receivedAt) {
      const heard = fromBeacon(Date.parse(beacon.serverTime), sentAt, receivedAt);
      const believed = reading && Math.round(serverNow(reading, heard.steady));
      last = { serverTime: beacon.serverTime, believed };
      reading = betterOf(reading, heard);
    },
    mark: () => ({ server: now(), steady: steady(), wall: wall() }),
    restore(kept) {
      if (!reading?.confirmed) reading = afterRestart(kept, steady(), wall());
    },
  };
}

// When something is done, for the event that says so.
export function momentOf(
  clock: Pick<ServerClock, 'now' | 'wall' | 'confirmed'>,
  { startedAt }: { startedAt: number },
): Moment {
  return {
    at: Math.round(clock.wall()),
    elapsed: Math.max(0, clock.now() - startedAt),
    ...(!clock.confirmed() && { unsure: true }),
  };
}

// The server's clock outlives the page: a mark is stored every few seconds, and whenever the page may be closed.

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
    // A mark that is not kept costs nothing while the page lives, and the next answer says that the disk refuses.
    if (kept || clock.confirmed())
      withStorage(db, () => keepClock(db, clock.mark())).catch(() => {});
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
