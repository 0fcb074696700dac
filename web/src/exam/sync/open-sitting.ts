// Opens a sitting: paper, deadline and epoch are stored in one transaction (rules 6, 10). They come from the server, or
// from the sealed paper on this phone, which the exam's key opens.
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
  // What was done in the old epoch must be in the log before the answers of the new one are read from it.
  if (before && takeOver) await drainSitting(deps, before.sittingId, signal);
  const held = before || takeOver ? null : await readHeldPaper(db, uid, examId);
  if (held?.start === 'together' && (await hasBegunByKey(deps, { uid, examId }, held, signal)))
    return;
  // A log continues under the device id it began with.
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
  // The paper was damaged on the disk: fetch all of it, as a phone that has none does.
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

/** @returns false when the key is gone or isn't for this paper: then the server opens the exam, or says why not */
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
    // An exam paused for everyone may have resumed in this room; an exam that is over by the times stored with the
    // paper may have been given more time. Only the server knows.
    if (error.retry === 'never' || error.code === 'exam-paused') return false;
    throw error;
  }
}

/** A phone whose clock is ahead by up to this much asks too early: it asks again without reporting a failure. */
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
