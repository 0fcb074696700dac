// Begins a sitting on the phone from its sealed paper, which the exam's key or a start code opens (rules 18, 19)
// [AT17]. The server learns of the start from what the phone sends afterwards.
import { parsePaperText } from '#contract/wire/sealed-paper.ts';
import type { PaperQuestion } from '#contract/wire/sync.ts';
import { deadlineOf } from '#machines/sitting/deadline.ts';
import { fromBase64url } from '#seals/bytes.ts';
import { openPaper } from '#seals/sealed-paper.ts';
import { readStartCode, stretchCode, unwrapKey } from '#seals/start-code.ts';
import { readHeldPaper } from '#web/exam/local-db/sealed-paper.ts';
import { withStorage } from '#web/exam/local-db/storage-trouble.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import type { HeldPaper } from '../local-db/rows.ts';
import { storeOpened } from '../local-db/store-opened.ts';
import { readNameOf } from './device-id.ts';
import type { SyncDeps } from './push-batch.ts';
import { momentOf } from './server-clock.ts';

type Which = { uid: string; examId: string };

/**
 * Begins with the key that is the same for everyone; one small reply brings it.
 * @returns false when this paper has another key, is damaged or empty: then the server must open the exam
 * @throws ApiProblem, StorageTrouble, or the signal's reason
 */
export async function beginByKey(
  deps: SyncDeps,
  which: Which,
  held: HeldPaper,
  signal: AbortSignal,
): Promise<boolean> {
  const { key, keyId } = await deps.wire.examKey(which.examId, signal);
  return keyId === held.keyId && beginWith(deps, which, held, fromBase64url(key), signal);
}

/** @returns false when the key doesn't open the paper */
async function beginWith(
  deps: SyncDeps,
  { uid, examId }: Which,
  held: HeldPaper,
  key: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, clock } = deps;
  const text = await readHeld(held, key);
  if (!text) return false;
  const { sittingId, serverTime, signature, startsAt, durationMinutes, extraSeconds } = held;
  // In an `own` exam, only the server knows since when the time has been running. Until the server says, it runs from
  // now.
  const startedAt = held.start === 'together' ? startsAt : clock.now();
  const deadline = deadlineOf({ startedAt, durationMinutes, extraSeconds });
  if (clock.now() >= deadline) throw examOver();
  const deviceId = await readNameOf(db, held);
  signal.throwIfAborted();
  await storeOpened(
    db,
    uid,
    deviceId,
    {
      ...text,
      sittingId,
      examId,
      serverTime,
      signature,
      acked: 0,
      state: 'open',
      epoch: held.epoch,
      // Times are measured from the exam's start, because the server knows it too.
      startedAt: new Date(startsAt).toISOString(),
      deadline: new Date(deadline).toISOString(),
      answers: [],
      marked: [],
      documents: [],
      receipt: null,
      deviceKey: held.deviceKey,
      ...(held.extraKey && { extraKey: held.extraKey }),
      ...(held.largerText && { largerText: true }),
    },
    momentOf(clock, { startedAt: startsAt }),
    { clock: clock.mark(), session: deps.session() },
  );
  return true;
}

function examOver(): ApiProblem {
  return new ApiProblem('exam-over', 'This exam is over.', 'never');
}

/** The questions of the sealed paper on this phone; null when the key doesn't open it, or there are none. */
export async function questionsOf(held: HeldPaper, key: string): Promise<PaperQuestion[] | null> {
  return (await readHeld(held, fromBase64url(key)))?.questions ?? null;
}

async function readHeld({ sittingId, sealed }: HeldPaper, key: Uint8Array<ArrayBuffer>) {
  try {
    const text = parsePaperText(await openPaper(key, sittingId, new Uint8Array(sealed)));
    // The paper was sealed while the exam had no questions; only the server knows whether it has any now [AT1].
    return text.format === 'MCQ' && text.questions.length === 0 ? null : text;
  } catch {
    return null;
  }
}

// Tries what was typed as a start code on the sealed paper on this phone (rule 19), without a network.

/**
 * @returns false when it isn't a start code or doesn't open this paper
 * @throws ApiProblem (exam-over), StorageTrouble
 */
export async function beginByCode(
  deps: SyncDeps,
  which: { uid: string; examId: string },
  typed: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { db } = deps;
  const read = readStartCode(typed);
  const held = await withStorage(db, () => readHeldPaper(db, which.uid, which.examId));
  if (!held || read.kind !== 'right') return false;
  const stretched = await stretchCode(read.code, held.codes.salt, held.codes.rounds);
  for (const wrapped of held.codes.wraps) {
    const key = await unwrapKey(stretched, held, wrapped);
    if (key && (await beginWith(deps, which, held, key, signal))) return true;
  }
  return false;
}
