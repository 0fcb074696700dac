// Finds what decides who may enter the exam [AT1]: what is on this phone, the exam, and the server's time if it can be
// had.
import { examSchema } from '#contract/wire/exams.ts';
import type { LookUpOutcome } from '#machines/sitting/sitting-events.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { LOCAL_DB } from '#web/shared/has-database.ts';
import { api } from '#web/shared/http.ts';
import type { LocalDb } from '../local-db/database.ts';
import { type ExamFact, keepExamFact, readClock, readExamFact } from '../local-db/keep-facts.ts';
import { findSitting } from '../local-db/read-sitting.ts';
import {
  mendStorage,
  StorageTrouble,
  troubleOf,
  withStorage,
} from '../local-db/storage-trouble.ts';
import { keepHeldTimes } from './keep-paper.ts';
import { isDone, readBegun, readDone } from './mirror-storage.ts';
import { openSitting } from './open-sitting.ts';
import { pushBatch, type SyncDeps } from './push-batch.ts';
import { factsOf } from './sitting-facts.ts';

export type ExamCandidate = {
  uid: string;
  examId: string;
  /** Signed in, and Fees Paid for this exam. */
  eligible: boolean;
};

/** How long a candidate whose paper is on the phone waits for the server's reply before continuing without it. */
const PATIENCE_MS = 1_500;

/** @param writes whether this tab has the writer lock */
export async function findEntry(
  deps: SyncDeps,
  { uid, examId, eligible }: ExamCandidate,
  writes: Promise<boolean>,
  signal: AbortSignal,
): Promise<LookUpOutcome> {
  const { db, clock } = deps;
  try {
    const kept = await withStorage(db, () => readClock(db));
    if (kept) clock.restore(kept);
    const before = await withStorage(db, () => findSitting(db, uid, examId));
    const { submitted = false, received = false } = before ? factsOf(before) : {};
    // The previous page may have ended on a full disk, which leaves a torn log (decision 82).
    if (before?.receipt === null && db.name === LOCAL_DB && (await writes)) mendOnce(db);
    // An empty push is a greeting: its reply brings the time, the deadline, and which device has the turn.
    if (before) await withPatience(pushBatch(deps, before, [], signal));
    await openReopened(deps, { uid, examId }, signal);
    const exam = before
      ? await readExamFact(db, examId)
      : await fetchExam(deps, { uid, examId }, signal);
    const row = await findSitting(db, uid, examId);
    const sitting = row && factsOf(row);
    // A candidate whose sitting was reopened is no longer done.
    const done = row ? await isDone(db, row) : readDone(examId);
    const entry = { eligible, done, exam, sitting, waited: submitted && !received };
    return { type: 'FOUND', entry, writes: await writes, now: clock.now() };
  } catch (error) {
    const told = troubleOf(error) ?? error;
    const message = (told instanceof Error && told.message) || 'We couldn’t load the exam.';
    return { type: 'LOOK_UP_FAILED', message };
  }
}

let isMended = false;

function mendOnce(db: LocalDb): void {
  if (isMended) return;
  isMended = true;
  // If mending fails, the storage counts as torn, and the next act on it mends it or tells the candidate.
  mendStorage(db).catch(() => {});
}

/** A proctor has reopened what was submitted here: the sitting continues with a new epoch [AT19]. */
async function openReopened(
  deps: SyncDeps,
  which: { uid: string; examId: string },
  signal: AbortSignal,
): Promise<void> {
  const row = await findSitting(deps.db, which.uid, which.examId);
  if (row?.receipt && row.serverState === 'open')
    await openSitting(deps, { ...which, takeOver: false }, signal);
}

/** @throws ApiProblem when there is neither a reply nor a stored exam; StorageTrouble when this phone lost a sitting */
async function fetchExam(
  { db, wire, clock }: SyncDeps,
  which: { uid: string; examId: string },
  signal: AbortSignal,
): Promise<ExamFact> {
  const { examId } = which;
  const time = clock.confirmed() ? null : wire.time(signal).catch(() => null);
  try {
    const { status, startDate, name, duration, format, start } = await api.get(
      `exams/${examId}`,
      examSchema,
      { signal },
    );
    const fact = {
      active: status === 'Active',
      startDate: Date.parse(startDate),
      shown: { name, duration, format, start },
    };
    await time;
    const times = { startsAt: fact.startDate, durationMinutes: duration };
    // One transaction: the countdown and a start by code must go by the same, newer times.
    await withStorage(db, () =>
      db.transaction('rw', [db.facts], async () => {
        await keepExamFact(db, examId, fact);
        await keepHeldTimes(db, which, times, clock.now());
      }),
    );
    return fact;
  } catch (error) {
    const isWaiting = error instanceof ApiProblem && error.retry === 'later';
    const kept = isWaiting ? await readExamFact(db, examId) : null;
    if (kept) return kept;
    // This phone had the exam and lost it: say that instead of blaming the network.
    if (isWaiting && readBegun(examId)) throw new StorageTrouble('gone', error);
    throw error;
  }
}

async function withPatience(greeting: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  // A greeting that fails says nothing new: the phone continues with what it has.
  await Promise.race([greeting.catch(() => {}), enough]);
  clearTimeout(timer);
}
