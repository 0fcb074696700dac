// The server's time on this phone (rule 14): set by the server's beacons, and between them measured by a clock that a
// change of the phone's date doesn't move.
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

/** The two clocks of a device, in milliseconds. They are passed in, so that a test can set either wrong. */
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
  /** Milliseconds since 1970 by the server's clock, as best known; by the phone's date when nothing is known. */
  now(): number;
  /** Whether a beacon has been heard since the app was opened. */
  confirmed(): boolean;
  /** Takes the beacon of a reply that was requested at `sentAt` and received at `receivedAt` (both steady). */
  hear(beacon: Beacon, sentAt: number, receivedAt: number): void;
  /**
   * What this clock showed at the moment of that beacon, before the beacon corrected it. Null for any beacon but the
   * last, and when the clock showed nothing yet.
   */
  believedAt(serverTime: string): number | null;
  steady(): number;
  wall(): number;
  /** The mark to store on the device. */
  mark(): ClockMark;
  /** Continues from a stored mark, unless a beacon has been heard meanwhile. */
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

// The moment of an act, as its event states it.
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

// The server's clock outlives the page: a mark is stored every few seconds, and whenever the page may be about to
// close.

/** A browser that is killed without warning makes at most this much of the countdown uncertain. */
const MARK_EVERY_MS = 10_000;

/** The one clock of this tab. */
export const serverClock: ServerClock = createServerClock(browserClocks);

/**
 * Continues from the last stored mark, and stores new ones. @returns how to stop
 */
export async function keepServerClock(db: LocalDb, clock: ServerClock): Promise<() => void> {
  const kept = await readClock(db).catch(() => null);
  if (kept) clock.restore(kept);
  // Without a stored mark or a beacon, this clock only shows the phone's date, which must not be stored as the server's
  // time.
  const mark = () => {
    // A mark that can't be stored does no harm while the page lives; the next answer reports that the disk refuses.
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
