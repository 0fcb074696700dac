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

/** A phone's quartz drifts by less than this per millisecond, so a reading grows less precise with age. */
const DRIFT_PER_MS = 100e-6;

/** A restarted browser sets its steady clock from the phone's date, so at first the two agree this closely. */
const FRESHLY_STARTED_MS = 1_000;

/**
 * The reading from a reply that was requested at `sentAt` and received at `receivedAt` (both steady). The server read
 * its clock at some moment between the two, so taking the middle is off by at most half the round trip.
 */
export function fromBeacon(serverTime: number, sentAt: number, receivedAt: number): ClockReading {
  const half = (receivedAt - sentAt) / 2;
  return { server: serverTime, steady: sentAt + half, uncertainty: half, confirmed: true };
}

/**
 * The better of the known reading and the one just heard: the more certain one, or the one just heard if the two
 * contradict each other.
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
 * The clock after a restart, from the last stored mark. A restarted browser sets its steady clock from the phone's
 * date, so a date that was changed during the exam would look like elapsed time. In that case the gap is measured by
 * the date alone. If the clock now reads less than its mark, time stands still; it never runs backwards.
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
