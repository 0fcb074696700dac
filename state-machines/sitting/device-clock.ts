// The server's time on a device whose own clock may lie (rule 14). Pure: readings are passed in.
//
// `steady` is a clock of the device that setting its date doesn't move (performance.timeOrigin +
// performance.now(), which browsers keep monotonic within a process). After the browser was closed it
// restarts from the phone's date, so an estimate carried over such a gap is `confirmed: false` until
// the next beacon. All values are milliseconds.

/** At steady reading `steady` the server's clock showed `server`, give or take `uncertainty`. */
export type ClockReading = {
  server: number;
  steady: number;
  uncertainty: number;
  confirmed: boolean;
};

/** What the device stores: the three clocks at one moment; `wall` is the phone's date. */
export type ClockMark = { server: number; steady: number; wall: number };

/** A phone's quartz drifts less than this, so an old reading loses precision. */
const DRIFT_PER_MS = 100e-6;

/** A restarted browser takes its steady clock from the phone's date: then the two agree this closely. */
const FRESHLY_STARTED_MS = 1_000;

/**
 * A reply requested at `sentAt` and received at `receivedAt` (steady): the server spoke at some moment between. Halfway
 * is never off by more than half of it.
 */
export function fromBeacon(serverTime: number, sentAt: number, receivedAt: number): ClockReading {
  const half = (receivedAt - sentAt) / 2;
  return { server: serverTime, steady: sentAt + half, uncertainty: half, confirmed: true };
}

/**
 * The better of what is known and what was just heard: the quicker round trip, unless the two contradict each other.
 */
export function betterOf(known: ClockReading | null, heard: ClockReading): ClockReading {
  if (!known?.confirmed) return heard;
  const passed = heard.steady - known.steady;
  const aged = known.uncertainty + Math.abs(passed) * DRIFT_PER_MS;
  const apart = Math.abs(heard.server - (known.server + passed));
  const contradicts = apart > heard.uncertainty + aged;
  return contradicts || heard.uncertainty <= aged ? heard : known;
}

/**
 * The clock after a restart, from the last stored mark. A restarted browser took its steady clock from the phone's
 * date, so a date set during the exam would look like elapsed time: then the date alone measures the gap. A clock
 * behind its mark makes time stand still, never run backwards.
 */
export function afterRestart(mark: ClockMark, steadyNow: number, wallNow: number): ClockReading {
  const offsetNow = steadyNow - wallNow;
  const restarted = Math.abs(offsetNow) < FRESHLY_STARTED_MS;
  const then = restarted ? mark.steady + (offsetNow - (mark.steady - mark.wall)) : mark.steady;
  return {
    server: mark.server,
    steady: Math.min(then, steadyNow),
    uncertainty: Number.POSITIVE_INFINITY,
    confirmed: false,
  };
}

/** Milliseconds since 1970 by the server's clock, as best known. */
export function serverNow(
  clock: Pick<ClockReading, 'server' | 'steady'>,
  steadyNow: number,
): number {
  return clock.server + (steadyNow - clock.steady);
}
