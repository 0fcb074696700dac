/** The sitting machine and the sync of this page; they live as long as the page. */
import { useEffect, useState } from 'react';
import { watch } from '#web/exam/local-db/storage-trouble.ts';
import { createSitting, type Sitting } from '#web/exam/sync/create-sitting.ts';
import type { SyncActor } from '#web/exam/sync/create-sync-actor.ts';
import type { ExamCandidate } from '#web/exam/sync/find-entry.ts';
import { startSync, syncDepsOf } from '#web/exam/sync/start-sync.ts';
import { noteSitting } from '#web/pwa/sitting-note.ts';

export type SittingActor = Sitting['actor'];

/** The server that the page talks to, and the function that notes an unfinished exam. */
const theServer = { depsOf: syncDepsOf, noteSitting };

/** @param candidate must be the same object on every render, and so must `others` */
export function useExam(
  candidate: ExamCandidate,
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
    // Listening only speeds things up, so it loads once the page is there.
    import('#web/exam/sync/listen.ts').then(
      ({ listen }) => {
        if (!isLeft)
          stopListening = listen(deps, candidate, () => sync.actor.send({ type: 'CALLED' }));
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

/** The machine's state as one word: `countdown`, `open.ready`, `timed.writing` … */
export function placeOf({ value }: SittingSnapshot): string {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([state, inner]) => `${state}.${inner}`)
    .join();
}

/** The states in which the paper is on screen. */
export type UnderWayPlace =
  | 'timed.writing'
  | 'timed.readOnly'
  | 'submitting'
  | 'autoSubmit'
  | 'submissionFailed';

/** What is on the phone's disk, live: the screen follows whatever wrote it, in this tab or another. */
interface Watched<T> {
  /** Null until it has been read once. */
  value: T | null;
  /** Why it can't be read at the moment, for a person; null when all is well. */
  trouble: string | null;
}

/** @param key identifies the query: a new key starts a new query */
export function useWatched<T>(key: string, query: () => Promise<T>): Watched<T> {
  const [watched, setWatched] = useState<Watched<T> & { key: string }>({
    key,
    value: null,
    trouble: null,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the query.
  useEffect(
    () =>
      watch(
        query,
        (value) => setWatched({ key, value, trouble: null }),
        (error) =>
          setWatched((before) => ({
            key,
            value: before.key === key ? before.value : null,
            trouble: error instanceof Error ? error.message : 'We can’t read this phone’s storage.',
          })),
      ),
    [key],
  );
  return watched.key === key ? watched : { value: null, trouble: null };
}
