// The server's time on a device whose own clock may lie (rule 14). Pure: readings are passed in.
//
// `steady` is a clock of the device that setting its date doesn't move (performance.timeOrigin +
// performance.now(), which browsers keep monotonic within a process). After the browser was closed it
// starts anew from the phone's date, so an estimate carried over such a gap is `confirmed: false` until
// the next word from the server.

/** What is kept on the device: at steady reading `steady` the server's clock showed `server`. */
export type ClockMark = { server: number; steady: number };

export type ServerClock = ClockMark & { confirmed: boolean };

/** A reply asked for at `sentAt` and here at `receivedAt` (steady): the server spoke halfway between. */
export function fromBeacon(serverTime: number, sentAt: number, receivedAt: number): ServerClock {
  return { server: serverTime, steady: sentAt + (receivedAt - sentAt) / 2, confirmed: true };
}

/**
 * The clock after a restart, from the mark kept last. A steady clock that fell behind its mark means the
 * phone's date was set back meanwhile: time stands still rather than running backwards.
 */
export function afterRestart(mark: ClockMark, steadyNow: number): ServerClock {
  return { server: mark.server, steady: Math.min(mark.steady, steadyNow), confirmed: false };
}

/** Milliseconds since 1970 by the server's clock, as best known. */
export function serverNow(clock: ClockMark, steadyNow: number): number {
  return clock.server + (steadyNow - clock.steady);
}
