// One tab writes (rule 4): it holds a lock of the browser's, which frees it when the tab closes or dies.

/** Without locks (browsers before 2022) every tab writes: the log's sequence numbers still can't clash. */
type Locks = Pick<LockManager, 'request'>;

export type WriterLock = {
  /** Whether this tab got the lock at once. */
  atOnce: Promise<boolean>;
  /** Resolves when this tab has the lock, at once or after the other tab closed; never if it was released before. */
  gained: Promise<void>;
  release(): void;
};

/** @param name what is written; for example, the exam's id */
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

/** Releasing a claim that still waits ends it with an AbortError, as intended. */
function ignoreRelease(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
}
