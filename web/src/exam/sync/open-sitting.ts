// Opening: the paper, the deadline and the turn are stored, all three at once (rules 6, 10). The server hands them out,
// or they lie here sealed and the exam's key opens them.
import { PROTOCOL } from '#contract/wire/protocol-version.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { findSitting } from '../local-db/read-sitting.ts';
import type { HeldPaper } from '../local-db/rows.ts';
import { readHeldPaper } from '../local-db/sealed-paper.ts';
import { withStorage } from '../local-db/storage-trouble.ts';
import { storeOpened } from '../local-db/store-opened.ts';
import { beginByKey, questionsOf } from './begin-sitting.ts';
import { proofOf, readDeviceId, readNameOf } from './device-id.ts';
import { drainSitting } from './drain-outbox.ts';
import type { SyncDeps } from './push-batch.ts';
import { momentOf } from './server-clock.ts';

/** @throws ApiProblem, StorageTrouble, or the signal's reason */
export async function openSitting(
  deps: SyncDeps,
  { uid, examId, takeOver }: { uid: string; examId: string; takeOver: boolean },
  signal: AbortSignal,
): Promise<void> {
  const { db, wire, clock } = deps;
  const before = await withStorage(db, () => findSitting(db, uid, examId));
  // What was done under the old turn must be in the log before the new turn's answers are read from it.
  if (before && takeOver) await drainSitting(deps, before.sittingId, signal);
  const held = before || takeOver ? null : await readHeldPaper(db, uid, examId);
  if (held?.start === 'together' && (await hasBegunByKey(deps, { uid, examId }, held, signal)))
    return;
  // Its log continues under the name it began with.
  const deviceId = before?.deviceId ?? (await (held ? readNameOf(db, held) : readDeviceId(db)));
  const proof = await proofOf(db, deviceId);
  const request = {
    protocol: PROTOCOL,
    deviceId,
    ...proof,
    ...(takeOver && { takeOver }),
  } as const;
  const first = await onceOpen(() =>
    wire.open(examId, { ...request, ...(held && { paper: held.hash }) }, signal),
  );
  const read = held && first.paperKey ? await questionsOf(held, first.paperKey) : first.questions;
  // A paper that was damaged on the disk: all of it, as for a phone that has none.
  const reply = read ? { ...first, questions: read } : await wire.open(examId, request, signal);
  await storeOpened(
    db,
    uid,
    deviceId,
    reply,
    momentOf(clock, { startedAt: Date.parse(reply.startedAt) }),
    { clock: clock.mark(), session: deps.session() },
  );
}

/** Where there is no such key any more, or not for this paper, the server opens the exam, or says why not. */
async function hasBegunByKey(
  deps: SyncDeps,
  which: { uid: string; examId: string },
  held: HeldPaper,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    return await onceOpen(() => beginByKey(deps, which, held, signal));
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    // Paused for everyone, it may have resumed in this room. Over by what came with the paper, more time may have been
    // given since. The server knows.
    if (error.retry === 'never' || error.code === 'exam-paused') return false;
    throw error;
  }
}

/** Nobody is told of a failure that the phone's clock made by being a moment ahead. */
const A_MOMENT_MS = 2_000;

async function onceOpen<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const wait = error instanceof ApiProblem && error.code === 'not-open-yet' && error.retryAfterMs;
    if (!wait || wait > A_MOMENT_MS) throw error;
    await new Promise((resolve) => setTimeout(resolve, wait));
    return ask();
  }
}
