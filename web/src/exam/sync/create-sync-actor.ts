// The sync machine with its two actors: the drain, and the probe that looks for the server [SY11].
import {
  type ActorOptions,
  type ActorRefFrom,
  createActor,
  type EventObject,
  fromCallback,
} from 'xstate';
import { type DrainOutcome, type SyncEvent, syncMachine } from '#machines/sync/sync.machine.ts';
import { drainOutbox } from './drain-outbox.ts';
import { outcomeOf } from './outcome-of.ts';
import type { SyncDeps } from './push-batch.ts';

export type SyncActor = ActorRefFrom<typeof syncMachine>;

/** Where the browser has none (before 2022) every tab drains: that sends twice, and harms nothing. */
type Locks = Pick<LockManager, 'request'> | null | undefined;

/** What a test brings along. */
type Surroundings = {
  locks: Locks;
  chance: () => number;
  clock?: ActorOptions<typeof syncMachine>['clock'];
};

export function createSyncActor(
  deps: SyncDeps,
  uid: string,
  surroundings: Surroundings = { locks: navigator.locks, chance: Math.random },
): SyncActor {
  const { clock } = surroundings;
  const actors = { drain: drainActor(deps, uid, surroundings), probe: probeActor(deps) };
  return createActor(syncMachine.provide({ actors }), { ...(clock && { clock }) });
}

/** The smallest thing to ask: no token, some hundred bytes, and no page of a hotel's network can answer it. */
function probeActor({ wire }: SyncDeps) {
  return fromCallback<EventObject>(({ sendBack }) => {
    const stop = new AbortController();
    wire.time(stop.signal).then(
      () => sendBack({ type: 'FOUND' } satisfies SyncEvent),
      () => {},
    );
    return () => stop.abort();
  });
}

/** One at a time drains on this phone: two would send everything twice, which is harmless and wasteful. */
function drainActor(deps: SyncDeps, uid: string, { locks, chance }: Surroundings) {
  return fromCallback<EventObject>(({ sendBack }) => {
    const stop = new AbortController();
    const finish = (outcome: DrainOutcome) => {
      if (!stop.signal.aborted) sendBack(outcome);
    };
    // Somebody else has signed in, or nobody has: these answers go out under their own name only.
    if (deps.session()?.uid !== uid) {
      finish({ type: 'SIGN_IN_NEEDED' });
      return;
    }
    alone(locks, () => drainOutbox(deps, uid, stop.signal)).then(
      // Whoever has the lock may be closed before it has sent all: then this one must.
      (drained) =>
        finish(
          drained
            ? { type: 'DRAINED' }
            : { type: 'FAILED', answered: true, chance: chance(), retryAfterMs: null },
        ),
      (error: unknown) => {
        if (!stop.signal.aborted) finish(outcomeOf(error, chance()));
      },
    );
    return () => stop.abort();
  });
}

/**
 * Without waiting for the lock: a tab frozen in the background may have it in its hand.
 * @returns false when another is draining
 */
async function alone(locks: Locks, drain: () => Promise<void>): Promise<boolean> {
  const run = async (lock: Lock | null | undefined): Promise<boolean> => {
    if (lock === null) return false;
    await drain();
    return true;
  };
  return locks ? locks.request('drain', { ifAvailable: true }, run) : run(undefined);
}
