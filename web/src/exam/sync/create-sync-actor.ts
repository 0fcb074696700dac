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

/** Without locks (browsers before 2022) every tab drains: events are then sent twice, which does no harm. */
type Locks = Pick<LockManager, 'request'> | null | undefined;

/** What a test replaces. */
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

/**
 * Sends the smallest request there is: no token, about a hundred bytes, and no hotel network's login page can pass for
 * its reply.
 */
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

/** One tab at a time drains on this phone: two would send everything twice, which is harmless but wasteful. */
function drainActor(deps: SyncDeps, uid: string, { locks, chance }: Surroundings) {
  // A drain that was given up holds the lock until it notices. Its successor would take that for another tab's lock,
  // and wait as long as after a refusal by the server instead of sending at once [SY7, SY11]. So each drain waits for
  // the one before it.
  let former: Promise<unknown> = Promise.resolve();
  return fromCallback<EventObject>(({ sendBack }) => {
    const stop = new AbortController();
    const finish = (outcome: DrainOutcome) => {
      if (!stop.signal.aborted) sendBack(outcome);
    };
    // Somebody else has signed in, or nobody is signed in: this candidate's answers are sent only in their own name.
    if (deps.session()?.uid !== uid) {
      finish({ type: 'SIGN_IN_NEEDED' });
      return;
    }
    const drained = former.then(() => alone(locks, () => drainOutbox(deps, uid, stop.signal)));
    former = drained.catch(() => {});
    drained.then(
      // The tab that holds the lock may be closed before it has sent everything; then this tab must send the rest.
      (isDrained) =>
        finish(
          isDrained
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
 * Runs the drain under the lock, without waiting for it: a tab frozen in the background may be holding it.
 * @returns false when another tab is draining
 */
async function alone(locks: Locks, drain: () => Promise<void>): Promise<boolean> {
  const run = async (lock: Lock | null | undefined): Promise<boolean> => {
    if (lock === null) return false;
    await drain();
    return true;
  };
  return locks ? locks.request('drain', { ifAvailable: true }, run) : run(undefined);
}

// Moments at which trying at once may help [SY7]: the network is back, the app comes to the front, or the browser's
// Background Sync calls. They are only hints; the sync relies on the machine's own delays and probes.

/** The tag under which the service worker passes Background Sync on to open pages. */
const SYNC_TAG = 'pariksha-outbox';

/** @returns how to stop listening */
export function listenForWakeUps(send: (event: SyncEvent) => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  window.addEventListener('online', () => send({ type: 'NETWORK_BACK' }), { signal });
  window.addEventListener('pageshow', () => send({ type: 'WAKE' }), { signal });
  document.addEventListener(
    'visibilitychange',
    () => {
      const away = document.visibilityState !== 'visible';
      send({ type: 'SEEN', away });
      if (!away) send({ type: 'WAKE' });
    },
    { signal },
  );
  navigator.serviceWorker?.addEventListener(
    'message',
    ({ data }: MessageEvent<unknown>) => {
      if (data === SYNC_TAG) send({ type: 'WAKE' });
    },
    { signal },
  );
  return () => stop.abort();
}

/** Asks the browser, if it can, to call when there is a network. */
export async function askForBackgroundSync(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration: ServiceWorkerRegistration & {
    sync?: { register(tag: string): Promise<void> };
  } = await navigator.serviceWorker.ready;
  // A browser that has Background Sync may still refuse, as in a private window; nothing is lost then.
  await registration.sync?.register(SYNC_TAG).catch(() => {});
}
