// One tab writes (rule 4): the browser's own lock, freed by itself when a tab closes or dies.

/** Where the browser has no locks (before 2022) every tab writes: the log's sequence numbers still can't clash. */
type Locks = Pick<LockManager, 'request'>;

export type WriterLock = {
  /** Whether this tab got the lock at once. */
  atOnce: Promise<boolean>;
  /** When it has the lock, at once or after the other tab went. Never when released before. */
  gained: Promise<void>;
  release(): void;
};

/** @param name what is written, for example the exam's id */
export function claimWriter(
  name: string,
  locks: Locks | null | undefined = navigator.locks,
): WriterLock {
  if (!locks)
    return { atOnce: Promise.resolve(true), gained: Promise.resolve(), release: () => {} };
  const lockName = `writer-${name}`;
  const stop = new AbortController();
  const released = new Promise<void>((resolve) => {
    stop.signal.addEventListener('abort', () => resolve());
  });
  let markGained = () => {};
  const gained = new Promise<void>((resolve) => {
    markGained = resolve;
  });
  const hold = async (): Promise<void> => {
    markGained();
    await released;
  };
  const inTurn = () => locks.request(lockName, { signal: stop.signal }, hold).catch(ignoreRelease);
  const atOnce = new Promise<boolean>((resolve) => {
    void locks.request(lockName, { ifAvailable: true }, async (lock) => {
      resolve(lock !== null);
      if (lock) await hold();
      else void inTurn();
    });
  });
  return { atOnce, gained, release: () => stop.abort() };
}

/** A claim that is released while it waits ends in an AbortError: that is its purpose. */
function ignoreRelease(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
}
