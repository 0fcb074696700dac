import { describe, expect, it } from 'vitest';
import { claimWriter, type WriterLock } from './writer-lock.ts';

/** The browser's exclusive locks, as the standard defines them, shared by as many tabs as a test needs. */
function browserLocks(): Pick<LockManager, 'request'> {
  const held = new Map<string, Promise<unknown>>();
  const request = async (
    name: string,
    { ifAvailable, signal }: { ifAvailable?: boolean; signal?: AbortSignal },
    act: (lock: { name: string } | null) => Promise<unknown>,
  ): Promise<unknown> => {
    await null; // a browser never grants a lock before `request` has returned
    if (ifAvailable && held.has(name)) return act(null);
    while (held.has(name)) {
      await held.get(name);
      signal?.throwIfAborted();
    }
    const holding = act({ name }).finally(() => held.delete(name));
    held.set(name, holding);
    return holding;
  };
  return { request: request as LockManager['request'] };
}

/** Indexes of the claims that have the lock, or had it. */
function gainedOf(...claims: WriterLock[]) {
  const gained: number[] = [];
  claims.forEach(({ gained: has }, index) => void has.then(() => gained.push(index)));
  return async () => {
    await new Promise(setImmediate);
    return gained;
  };
}

describe('the writer’s lock (rule 4)', () => {
  it('lets one tab write, and the next one take over when the first closes', async () => {
    const locks = browserLocks();
    const first = claimWriter('e1', locks);
    const second = claimWriter('e1', locks);
    const gained = gainedOf(first, second);
    expect(await first.atOnce).toBe(true);
    expect(await second.atOnce).toBe(false);
    expect(await gained()).toEqual([0]);
    first.release();
    await second.gained;
    const third = claimWriter('e1', locks);
    expect(await third.atOnce).toBe(false);
    second.release();
    await third.gained;
    third.release();
  });

  it('skips a tab that closed while it waited', async () => {
    const locks = browserLocks();
    const first = claimWriter('e1', locks);
    const second = claimWriter('e1', locks);
    const third = claimWriter('e1', locks);
    const gained = gainedOf(first, second, third);
    expect(await second.atOnce).toBe(false);
    second.release();
    first.release();
    await third.gained;
    expect(await gained()).toEqual([0, 2]);
    third.release();
  });

  it('is separate for each exam', async () => {
    const locks = browserLocks();
    expect(await claimWriter('e1', locks).atOnce).toBe(true);
    expect(await claimWriter('e2', locks).atOnce).toBe(true);
  });

  it('lets every tab write where the browser has no locks', async () => {
    expect(await claimWriter('e1', null).atOnce).toBe(true);
  });
});
