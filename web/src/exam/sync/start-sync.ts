// The sync of this tab for a signed-in candidate, whatever page is open: drains the outbox until it is empty and every
// submission has its receipt.

import { forgetOldPapers } from '#web/exam/local-db/forget.ts';
import { keepSession } from '#web/exam/local-db/keep-facts.ts';
import type { SittingRow } from '#web/exam/local-db/rows.ts';
import { apiOf, onAnswered } from '#web/shared/http.ts';
import { tokenOf } from '#web/shared/session.ts';
import { onSessionChange } from '#web/shared/session-watch.ts';
import { type LocalDb, localDb } from '../local-db/database.ts';
import { readOwed, sittingsOf } from '../local-db/read-sitting.ts';
import { watch, withStorage } from '../local-db/storage-trouble.ts';
import {
  askForBackgroundSync,
  createSyncActor,
  listenForWakeUps,
  type SyncActor,
} from './create-sync-actor.ts';
import { mirrorSitting } from './mirror-storage.ts';
import type { SyncDeps } from './push-batch.ts';
import { keepServerClock, serverClock } from './server-clock.ts';
import { sessionNow } from './session-on-disk.ts';
import { factsOf } from './sitting-facts.ts';
import { submitOverdue } from './submit-overdue.ts';
import { createWire } from './wire.ts';

/** What this tab stores and sends with for this candidate. */
export function syncDepsOf(uid: string): SyncDeps {
  return {
    db: localDb,
    wire: createWire(apiOf(uid), serverClock),
    clock: serverClock,
    session: sessionNow,
  };
}

export type Sync = {
  /** The snapshot's value is `idle`, `pushing`, `waiting`, `needsSignIn` or `halted`, with `context.message`. */
  actor: SyncActor;
  stop(): void;
};

type Options = {
  uid: string;
  /** Notes an unfinished sitting for code that can't read the database, such as the service worker (rule 5). */
  noteSitting: (unfinished: Unfinished | null) => Promise<void>;
};

/** A deadline may pass on any page, and a write that storage refused is tried again [AT10]. */
const MEET_DEADLINES_EVERY_MS = 10_000;

/** Call once per tab and candidate; `stop` before another signs in. */
export function startSync(deps: SyncDeps, { uid, noteSitting }: Options): Sync {
  const { db, clock } = deps;
  const actor = createSyncActor(deps, uid);
  actor.start();
  const stopListening = listenForWakeUps((event) => actor.send(event));
  const stopHearing = onAnswered(() => actor.send({ type: 'ANSWERED' }));
  let token = tokenOf(uid);
  const stopSession = onSessionChange(() => {
    const session = sessionNow();
    if (session?.uid === uid) {
      withStorage(db, () => keepSession(db, session)).catch(console.error);
    }
    const isNew = tokenOf(uid) !== token;
    token = tokenOf(uid);
    if (isNew && token) actor.send({ type: 'SIGNED_IN' });
  });
  const clockKept = keepServerClock(db, clock);
  let met = clockKept.then(() => {});
  let isTold = false;
  const meetDeadlines = () => {
    met = met
      .then(() => submitOverdue(db, clock, uid))
      .catch((error: unknown) => {
        if (!isTold) console.error(error);
        isTold = true;
      });
  };
  meetDeadlines();
  const meeting = setInterval(meetDeadlines, MEET_DEADLINES_EVERY_MS);
  void met.then(() => forgetOldPapers(db)).catch(console.error);

  // The first time also when nothing waits: another phone may have brought something meanwhile [AT13].
  let isFirst = true;
  const stopWatching = watch(
    () => stateOf(db, uid),
    ({ undrained, unfinished }) => {
      if (undrained || isFirst) actor.send({ type: 'CHANGED' });
      isFirst = false;
      if (undrained) void askForBackgroundSync();
      noteSitting(unfinished).catch(console.error);
    },
    console.error,
  );
  return {
    actor,
    stop() {
      clearInterval(meeting);
      stopWatching();
      stopListening();
      stopHearing();
      stopSession();
      void clockKept.then((stopKeeping) => stopKeeping());
      actor.stop();
    },
  };
}

/**
 * For liveQuery, which runs it again only when a row that it read has changed. Also mirrors what it reads to
 * localStorage. One transaction, because it runs after every answer.
 */
function stateOf(
  db: LocalDb,
  uid: string,
): Promise<{ undrained: boolean; unfinished: Unfinished | null }> {
  return db.transaction('r', [db.sittings, db.outbox, db.pages], async () => {
    let undrained = false;
    for (const sitting of await sittingsOf(db, uid)) {
      await mirrorSitting(db, sitting);
      const { all, elsewhere } = await readOwed(db, sitting);
      // This phone can't send pages that are only on another phone.
      undrained = all > elsewhere || undrained;
    }
    return { undrained, unfinished: await unfinishedOf(db, uid) };
  });
}

// Whether the app's version must stay as it is: between start and receipt no new version takes over (rule 5).

/** `submitted`: only receipts are missing, and no time is running. */
export type Unfinished = 'under-way' | 'submitted';

/** @throws StorageTrouble; the caller must then assume that a sitting is under way */
export async function unfinishedOf(db: LocalDb, uid: string): Promise<Unfinished | null> {
  let unfinished: Unfinished | null = null;
  for (const sitting of await sittingsOf(db, uid)) {
    if (!isUnfinished(sitting) && (await readOwed(db, sitting)).all === 0) continue;
    const { submitted, received } = factsOf(sitting);
    if (!submitted || received) return 'under-way';
    unfinished = 'submitted';
  }
  return unfinished;
}

function isUnfinished(sitting: SittingRow): boolean {
  const { received, mine, submittedElsewhere } = factsOf(sitting);
  return !received && mine && !submittedElsewhere;
}
