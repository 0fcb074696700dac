// Sends the submission and stores the receipt that the server gives for it (rule 11) [SY9]. The submission stands
// alone: it has all answers, the last seq, a digest over both, and the events that the server lacks.
import { PROTOCOL } from '#contract/wire/protocol-version.ts';
import { MOST_EVENTS, type SubmitRequest } from '#contract/wire/sync.ts';
import { mayReopen } from '#machines/sitting/deadline.ts';
import { digestText } from '#machines/sitting/digest.ts';
import { sendPagesAgain } from '#web/exam/local-db/record-page.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { answersOf, readSitting } from '../local-db/read-sitting.ts';
import { recordAcked } from '../local-db/record-acked.ts';
import { confirmSubmission, dropSubmission, recordReopened } from '../local-db/record-event.ts';
import type { OutboxRow, SittingRow } from '../local-db/rows.ts';
import { withStorage } from '../local-db/storage-trouble.ts';
import { proofOf } from './device-id.ts';
import {
  beaconsToSend,
  gapOnTheServer,
  pageOnAnotherPhone,
  pushBatch,
  type SyncDeps,
  toEvent,
} from './push-batch.ts';
import { momentOf } from './server-clock.ts';
import { sha256Hex } from './sha256.ts';

/** Whether the submission is the next thing to send: it has no receipt yet, and all events that are left go with it. */
export function needsSubmission(sitting: SittingRow, events: readonly OutboxRow[]): boolean {
  const { handIn, receipt, epoch, writerEpoch } = sitting;
  if (!handIn || receipt || epoch !== writerEpoch) return false;
  return (
    events.every((event) => event.epoch === epoch) &&
    (events.length === 0 || events.at(-1)?.seq === handIn.seq)
  );
}

/**
 * Makes one attempt. The caller reads the phone's disk again afterwards: the sitting may have its receipt, may have
 * been taken back, or may have moved to another device.
 * @throws ApiProblem, StorageTrouble
 */
export async function sendSubmission(
  deps: SyncDeps,
  sitting: SittingRow,
  events: readonly OutboxRow[],
  signal: AbortSignal,
): Promise<void> {
  if (!sitting.handIn) return;
  if (!sitting.handIn.confirmed) return askBeforeSending(deps, sitting, events, signal);
  const { sittingId, handIn } = sitting;
  try {
    const request = await toRequest(deps, sitting, handIn, events);
    const reply = await deps.wire.submit(request, signal);
    const believed = deps.clock.believedAt(reply.serverTime);
    await recordAcked(deps.db, sittingId, reply, reply, believed);
    if (reply.receipt) return;
    if (handIn.seq > MOST_EVENTS) throw moreThanTheLogTakes();
    // The submission carried everything above `acked`, so this phone can't fill a remaining gap at once.
    if (reply.acked < handIn.seq || reply.missingDocuments.length === 0) throw gapOnTheServer();
    await sendMissing(deps, sittingId, reply.missingDocuments);
  } catch (error) {
    if (!(error instanceof ApiProblem && standsAside.has(error.code))) throw error;
    // Another submission stands, or another device has the turn: the events must still come in (rule 10).
    await pushBatch(deps, sitting, events, signal);
    await dropSubmission(deps.db, sittingId);
  }
}

/**
 * The answers are in, but there is no receipt without a complete log, and asking again won't make the log complete
 * [SY10].
 */
function moreThanTheLogTakes(): ApiProblem {
  return new ApiProblem(
    'too-large',
    'Your answers are submitted. This phone made more changes than the exam server can store, so there’s no receipt. Please tell the proctor.',
    'never',
  );
}

const standsAside: ReadonlySet<string> = new Set(['open-elsewhere', 'already-submitted']);

/**
 * For a submission by the timer while no beacon had confirmed the time. Everything before it is sent first, and the
 * time in the reply decides whether it is sent or taken back [AT9].
 */
async function askBeforeSending(
  deps: SyncDeps,
  sitting: SittingRow,
  events: readonly OutboxRow[],
  signal: AbortSignal,
): Promise<void> {
  const { sittingId } = sitting;
  await pushBatch(deps, sitting, events.slice(0, -1), signal);
  const heard = await withStorage(deps.db, () => readSitting(deps.db, sittingId));
  if (!heard) return;
  const isOpen = heard.serverState === 'open' && heard.epoch === heard.writerEpoch;
  if (isOpen && mayReopen(deps.clock.now(), heard.deadline)) {
    await recordReopened(deps.db, sittingId, momentOf(deps.clock, heard));
  } else await confirmSubmission(deps.db, sittingId);
}

async function toRequest(
  deps: SyncDeps,
  sitting: SittingRow,
  { seq, at, elapsed, auto }: NonNullable<SittingRow['handIn']>,
  events: readonly OutboxRow[],
): Promise<SubmitRequest> {
  const { uid, examId, sittingId, deviceId, epoch } = sitting;
  const rows = await withStorage(deps.db, () => answersOf(deps.db, sittingId));
  const answers = rows.flatMap(({ qid, answer }) => (answer === null ? [] : [{ qid, answer }]));
  return {
    uid,
    examID: examId,
    answers,
    device: {
      protocol: PROTOCOL,
      sittingId,
      deviceId,
      ...(await proofOf(deps.db, deviceId)),
      epoch,
      seq,
      at,
      elapsed,
      auto,
      digest: await sha256Hex(new TextEncoder().encode(digestText(answers, seq))),
      events: events.map(toEvent),
      ...beaconsToSend(sitting, deps.clock),
    },
  };
}

/**
 * Sends missing pages again. The candidate must hear of a page that the server refuses; a page on another phone is
 * waited for.
 */
async function sendMissing(
  { db }: SyncDeps,
  sittingId: string,
  missing: readonly string[],
): Promise<void> {
  const { refusal, elsewhere } = await sendPagesAgain(db, sittingId, missing);
  if (refusal) throw new ApiProblem('file-refused', refusal, 'never');
  if (elsewhere) throw pageOnAnotherPhone();
}
