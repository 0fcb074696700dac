// The server's time on this phone (rule 14): from the server's words, and between them by a clock that
// setting the phone's date doesn't move.
import type { Beacon } from '#contract/wire/sync.ts';
import {
  afterRestart,
  betterOf,
  type ClockMark,
  fromBeacon,
  type ServerClock as Reading,
  serverNow,
} from '#machines/sitting/device-clock.ts';

/** The two clocks of a device, in milliseconds; passed in, so that a test can lie with either. */
export type DeviceClocks = {
  /** Monotonic: no change of the phone's date moves it while the browser runs. */
  steady: () => number;
  /** The phone's date. */
  wall: () => number;
};

export const browserClocks: DeviceClocks = {
  steady: () => performance.timeOrigin + performance.now(),
  wall: () => Date.now(),
};

export type ServerClock = {
  /** Milliseconds since 1970 by the server's clock, as best known; by the phone's date if nothing is. */
  now(): number;
  /** Whether the server has spoken since the app was opened. */
  confirmed(): boolean;
  /** The server's word in a reply asked for at `sentAt` and here at `receivedAt` (steady). */
  hear(beacon: Beacon, sentAt: number, receivedAt: number): void;
  /**
   * What this clock showed when the server spoke that word, before the word set it right; null for another word than
   * the last, or when it showed nothing yet.
   */
  believedAt(serverTime: string): number | null;
  steady(): number;
  wall(): number;
  /** What to keep on the device. */
  mark(): ClockMark;
  /** Goes on from what was kept; a word of the server heard meanwhile stands. */
  restore(kept: ClockMark): void;
};

export function createServerClock({ steady, wall }: DeviceClocks = browserClocks): ServerClock {
  let reading: Reading | null = null;
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
