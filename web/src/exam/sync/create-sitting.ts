// Runs the sitting machine on a real phone: gives it its actors and its action, the clock's ticks, the writer lock, and
// the row on disk that decides [AT2].
import { type ActorRefFrom, createActor, type EventObject, fromCallback } from 'xstate';
import { sittingMachine } from '#machines/sitting/sitting.machine.ts';
import type { CandidateAct, SittingMachineEvent } from '#machines/sitting/sitting-events.ts';
import type { Moment } from '#web/exam/local-db/record-event.ts';
import { readExamFact } from '../local-db/keep-facts.ts';
import { findSitting, readSitting } from '../local-db/read-sitting.ts';
import { recordEvent, recordSubmission } from '../local-db/record-event.ts';
import { StorageTrouble, watch, withStorage } from '../local-db/storage-trouble.ts';
import { claimWriter } from '../local-db/writer-lock.ts';
import { beginByCode } from './begin-sitting.ts';
import { type ExamCandidate, findEntry } from './find-entry.ts';
import { lookForServer } from './look-for-server.ts';
import { noteAsked, wasAsked } from './mirror-storage.ts';
import { openSitting } from './open-sitting.ts';
import { isUnanswered, openOutcomeOf } from './outcome-of.ts';
import type { SyncDeps } from './push-batch.ts';
import { momentOf } from './server-clock.ts';
import { factsOf } from './sitting-facts.ts';

export type Sitting = { actor: ActorRefFrom<typeof sittingMachine>; stop(): void };

const TICK_MS = 500;

/**
 * @param wakeSync called when a submission is on disk: the timer's end is a reason to send at once [SY7]
 */
export function createSitting(
  deps: SyncDeps,
  candidate: ExamCandidate,
  wakeSync: () => void,
): Sitting {
  const { db, clock } = deps;
  const { uid, examId } = candidate;
  const lock = claimWriter(examId);
  const over = new AbortController();

  const lookUp = fromCallback<EventObject>(({ sendBack }) => {
    const given = new AbortController();
    void findEntry(deps, candidate, lock.atOnce, given.signal).then((outcome) => {
      if (given.signal.aborted) return;
      sendBack(outcome);
      if (wasAsked(candidate, clock.now())) actor.send({ type: 'START' });
    });
    return () => given.abort();
  });

  const search = lookForServer(deps.wire, () => actor.send({ type: 'NETWORK_BACK' }));

  const open = fromCallback<EventObject, { takeOver: boolean }>(({ input, sendBack }) => {
    const given = new AbortController();
    search.stop();
    noteAsked(candidate, clock.now());
    openSitting(deps, { uid, examId, takeOver: input.takeOver }, given.signal).then(
      () => noteAsked(candidate, null),
      (error: unknown) => {
        if (given.signal.aborted) return;
        const outcome = openOutcomeOf(error, Math.random(), clock.now());
        if (outcome.type === 'OPEN_REFUSED') noteAsked(candidate, null);
        if (isUnanswered(error)) search.begin();
        sendBack(outcome);
      },
    );
    return () => given.abort();
  });

  const openByCode = fromCallback<EventObject, { code: string }>(({ input, sendBack }) => {
    const given = new AbortController();
    beginByCode(deps, { uid, examId }, input.code, given.signal).then(
      (opened) => {
        if (opened) search.stop();
        else if (!given.signal.aborted) sendBack({ type: 'CODE_REFUSED', now: clock.now() });
      },
      (error: unknown) => {
        if (!given.signal.aborted) sendBack(openOutcomeOf(error, Math.random(), clock.now()));
      },
    );
    return () => given.abort();
  });

  /** Acts that are not on disk yet, in order. An act that the disk refused is written before any later one. */
  const owed: { act: CandidateAct; moment: Moment }[] = [];
  let lastWrite: Promise<void> = Promise.resolve();

  /** Writes one act after another, and runs `last` once no act is owed. @throws StorageTrouble */
  const write = (sittingId: string, last?: () => Promise<void>): Promise<void> => {
    const written = lastWrite.then(async () => {
      for (let next = owed[0]; next; next = owed[0]) {
        await recordEvent(db, sittingId, next.act, next.moment);
        owed.shift();
      }
      await last?.();
    });
    lastWrite = written.catch(() => {});
    return written;
  };

  const submit = fromCallback<EventObject, { sittingId: string; auto: boolean }>(
    ({ input, sendBack }) => {
      const { sittingId, auto } = input;
      const sitting = actor.getSnapshot().context.sitting;
      const how = { auto, confirmed: clock.confirmed() };
      const moment = momentOf(clock, sitting ?? { startedAt: clock.now() });
      write(sittingId, () => recordSubmission(db, sittingId, how, moment)).then(
        wakeSync,
        (error: unknown) => sendBack(writeFailure(error)),
      );
    },
  );

  const actor = createActor(
    sittingMachine.provide({
      actors: { lookUp, openSitting: open, openByCode, submit },
      actions: {
        record: ({ context, self }, { sittingId, act }) => {
          if (!context.sitting) return;
          if (act) owed.push({ act, moment: momentOf(clock, context.sitting) });
          // When no act is owed, a retry only reads, to find out whether the disk responds.
          const look = () => withStorage(db, async () => void (await readSitting(db, sittingId)));
          write(sittingId, act ? undefined : look).then(
            () => self.send({ type: 'WRITTEN' }),
            (error: unknown) => self.send(writeFailure(error)),
          );
        },
      },
    }),
  );

  const writeFailure = (error: unknown): SittingMachineEvent => {
    if (!(error instanceof StorageTrouble)) console.error(error);
    const message =
      error instanceof Error ? error.message : 'We couldn’t save your answer. Please try again.';
    return { type: 'WRITE_FAILED', message, now: clock.now() };
  };

  const tick = () => actor.send({ type: 'TICK', now: clock.now() });
  const timer = setInterval(tick, TICK_MS);
  document.addEventListener('visibilitychange', tick, { signal: over.signal });
  window.addEventListener('online', () => actor.send({ type: 'NETWORK_BACK' }), {
    signal: over.signal,
  });
  void lock.gained.then(() => actor.send({ type: 'LOCK_GAINED' }));

  const stopWatching = watch(
    () => findSitting(db, uid, examId),
    (row) => {
      if (row) actor.send({ type: 'STORED', sitting: factsOf(row), now: clock.now() });
    },
    (error) => actor.send(writeFailure(error)),
  );

  // The readiness reply repeats the start time while the candidate waits.
  const stopHearing = watch(
    () => readExamFact(db, examId),
    (exam) => {
      if (exam) actor.send({ type: 'START_MOVED', startDate: exam.startDate });
    },
    () => {},
  );

  const stop = () => {
    over.abort();
    search.stop();
    clearInterval(timer);
    stopWatching();
    stopHearing();
    lock.release();
    actor.stop();
  };
  // When the machine has finished, there is nothing left to watch.
  actor.subscribe({ complete: stop });
  actor.start();
  return { actor, stop };
}
