/** The sitting machine and the sync of this page, alive as long as the page is. */
import { useEffect, useState } from 'react';
import { createSitting, type Sitting } from '#web/exam/sync/create-sitting.ts';
import type { Candidate } from '#web/exam/sync/find-entry.ts';
import { type Sync, startSync, syncDepsOf } from '#web/exam/sync/start-sync.ts';
import { noteSitting } from '#web/pwa/sitting-note.ts';

export type SittingActor = Sitting['actor'];
export type SyncActor = Sync['actor'];

/** Whom it exchanges with, and who is told that an exam is unfinished. */
const theServer = { depsOf: syncDepsOf, noteSitting };

/** @param candidate must be the same object on every render, as `others` */
export function useExam(
  candidate: Candidate,
  others = theServer,
): { sitting: SittingActor; sync: SyncActor } | null {
  const [actors, setActors] = useState<{ sitting: SittingActor; sync: SyncActor } | null>(null);
  useEffect(() => {
    const { uid } = candidate;
    const deps = others.depsOf(uid);
    const { noteSitting } = others;
    const sync = startSync(deps, { uid, noteSitting });
    const sitting = createSitting(deps, candidate, () => sync.actor.send({ type: 'WAKE' }));
    let stopListening = () => {};
    let isLeft = false;
    // An accelerator: it comes when the page stands.
    import('#web/exam/sync/listen.ts').then(
      ({ listen }) => {
        if (!isLeft)
          stopListening = listen(deps, candidate, () => sync.actor.send({ type: 'WAKE' }));
      },
      () => {},
    );
    setActors({ sitting: sitting.actor, sync: sync.actor });
    return () => {
      isLeft = true;
      stopListening();
      sitting.stop();
      sync.stop();
    };
  }, [candidate, others]);
  return actors;
}

type SittingSnapshot = ReturnType<SittingActor['getSnapshot']>;

/** Where the machine is, as one word: `countdown`, `open.ready`, `timed.writing` … */
export function placeOf({ value }: SittingSnapshot): string {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([state, inner]) => `${state}.${inner}`)
    .join();
}

/** The places at which the paper is on screen. */
export type UnderWayPlace =
  | 'timed.writing'
  | 'timed.readOnly'
  | 'submitting'
  | 'autoSubmit'
  | 'submissionFailed';
