// When nobody answered the request to open an exam, the next try waits, and longer after each failure. Meanwhile the
// phone looks for the server as the sync does [SY11].
import { probePause } from '#machines/sync/backoff.ts';
import type { Wire } from './wire.ts';

export type Search = {
  /** Begins the search, also once more when what followed an answered probe has failed. */
  begin(): void;
  stop(): void;
};

/** @param found called when a probe is answered; the search is over then */
export function lookForServer(wire: Pick<Wire, 'time'>, found: () => void): Search {
  let looking = new AbortController();
  /** Probes that were answered although the request after them wasn't: the network carries only small requests. */
  let misled = 0;

  const look = (probes: number, given: AbortController): void => {
    const { signal } = given;
    const away = document.visibilityState !== 'visible';
    setTimeout(() => {
      if (signal.aborted) return;
      const probe = new AbortController();
      const giveUp = () => probe.abort();
      signal.addEventListener('abort', giveUp, { once: true });
      wire.time(probe.signal).then(
        () => {
          if (probe.signal.aborted) return;
          misled += 1;
          given.abort();
          found();
        },
        () => {},
      );
      // A probe is given up when the next one begins.
      look(probes + 1, given);
      setTimeout(giveUp, probePause({ probes, misled, away }));
    }, probePause({ probes, misled, away }));
  };
  const stop = () => looking.abort();
  return {
    begin() {
      stop();
      looking = new AbortController();
      look(0, looking);
    },
    stop,
  };
}
