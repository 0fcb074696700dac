// The sync of this tab, for a signed-in candidate, on whatever page: drains the outbox until it is empty and
// every hand-in has its receipt.
import { type ActorRefFrom, createActor, type EventObject, fromCallback } from 'xstate';
import { type DrainOutcome, syncMachine } from '#machines/sync/sync.machine.ts';
import { api } from '../lib/http.ts';
import { readToken } from '../lib/session.ts';
import { onSessionChange } from '../lib/session-watch.ts';
import { type LocalDb, localDb } from '../local-db/database.ts';
import { readOwed } from '../local-db/read-owed.ts';
import { sittingsOf } from '../local-db/read-sitting.ts';
import { watch } from '../local-db/watch.ts';
import { drainOutbox } from './drain-outbox.ts';
import { handInOverdue } from './hand-in-overdue.ts';
import { keepServerClock, serverClock } from './keep-server-clock.ts';
import { mirrorSitting } from './mirror-storage.ts';
import { outcomeOf } from './outcome-of.ts';
import type { SyncDeps } from './push-batch.ts';
import { isSittingUnderWay } from './sitting-under-way.ts';
import { askForBackgroundSync, listenForWakeUps } from './wake-ups.ts';
import { createWire } from './wire.ts';

/** What this tab sends and keeps with. */
export const syncDeps: SyncDeps = {
  db: localDb,
  wire: createWire(api, serverClock),
  clock: serverClock,
};

export type Sync = {
  /** Its snapshot says `idle`, `pushing`, `waiting`, `needsSignIn` or `halted`, with `context.message`. */
  actor: ActorRefFrom<typeof syncMachine>;
  stop(): void;
};

type Options = {
  uid: string;
  /** Tells those who can't read the database whether a sitting is under way (rule 5). */
  noteSittingUnderWay: (underWay: boolean) => Promise<void>;
};

/** Call once per tab and candidate; `stop` before another signs in. */
export function startSync({ uid, noteSittingUnderWay }: Options): Sync {
  const { db, clock } = syncDeps;
  const actor = createActor(
    syncMachine.provide({ actors: { drain: drainActor(syncDeps, uid) } }),
  ).start();
  const stopListening = listenForWakeUps((event) => actor.send(event));
  let token = readToken();
  const stopSession = onSessionChange(() => {
    const isNew = readToken() !== token;
    token = readToken();
    if (isNew && token) actor.send({ type: 'SIGNED_IN' });
  });
  const clockKept = keepServerClock(db, clock);
  void clockKept
    .then(() => handInOverdue(db, clock, uid))
    .catch((error: unknown) => console.error('A sitting could not be handed in', error));

  const stopWatching = watch(
    () => stateOf(db, uid),
    ({ undrained, underWay }) => {
      if (undrained) actor.send({ type: 'CHANGED' });
      if (undrained) void askForBackgroundSync();
      noteSittingUnderWay(underWay).catch((error: unknown) =>
        console.error('The sitting could not be noted', error),
      );
    },
    (error) => console.error('The outbox could not be watched', error),
  );
  return {
    actor,
    stop() {
      stopWatching();
      stopListening();
      stopSession();
      void clockKept.then((stopKeeping) => stopKeeping());
      actor.stop();
    },
  };
}

/** Emits again only when a row that it read was changed; also mirrors what it read. */
async function stateOf(
  db: LocalDb,
  uid: string,
): Promise<{ undrained: boolean; underWay: boolean }> {
  const sittings = await sittingsOf(db, uid);
  let undrained = false;
  for (const sitting of sittings) {
    mirrorSitting(sitting);
    undrained = (await readOwed(db, sitting)).all > 0 || undrained;
  }
  return { undrained, underWay: await isSittingUnderWay(db, uid) };
}

/** One at a time drains on this phone: two would send everything twice, which is harmless and wasteful. */
function drainActor(deps: SyncDeps, uid: string) {
  return fromCallback<EventObject>(({ sendBack }) => {
    const stop = new AbortController();
    const finish = (outcome: DrainOutcome) => {
      if (!stop.signal.aborted) sendBack(outcome);
    };
    alone(() => drainOutbox(deps, uid, stop.signal)).then(
      // Whoever has the lock may be closed before it has sent all: then this one must.
      (drained) =>
        finish(
          drained
            ? { type: 'DRAINED' }
            : { type: 'FAILED', chance: Math.random(), retryAfterMs: null },
        ),
      (error: unknown) => finish(outcomeOf(error, Math.random())),
    );
    return () => stop.abort();
  });
}

/**
 * Without waiting for the lock: a tab frozen in the background may have it in its hand.
 * @returns false when another is draining
 */
async function alone(drain: () => Promise<void>): Promise<boolean> {
  const run = async (lock: Lock | null | undefined): Promise<boolean> => {
    if (lock === null) return false;
    await drain();
    return true;
  };
  return navigator.locks
    ? navigator.locks.request('drain', { ifAvailable: true }, run)
    : run(undefined);
}
