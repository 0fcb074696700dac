// Sends what a sitting has and the server lacks, in order: events, pages, the submission. Any call may fail at any
// moment, and anyone may begin again: only the phone's disk and the server's log decide what to send, nothing in
// memory.
import { MOST_EVENTS } from '#contract/wire/sync.ts';
import type { LocalDb } from '#web/exam/local-db/database.ts';
import {
  nextPage,
  outboxOf,
  pagesElsewhere,
  readSitting,
  sittingsOf,
} from '#web/exam/local-db/read-sitting.ts';
import { mayWrite } from '#web/exam/local-db/record-event.ts';
import { keepPageHeld, keepPageProgress } from '#web/exam/local-db/record-page.ts';
import type { OutboxRow, SittingRow } from '#web/exam/local-db/rows.ts';
import { withStorage } from '#web/exam/local-db/storage-trouble.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { pushBatch, type SyncDeps } from './push-batch.ts';
import { needsSubmission, sendSubmission } from './send-submission.ts';

/** About forty kilobytes, which 2G carries well within a request's time limit. */
const BATCH = 250;

/** Drains every sitting of a candidate. @throws ApiProblem, StorageTrouble, or the signal's reason */
export async function drainOutbox(deps: SyncDeps, uid: string, signal: AbortSignal): Promise<void> {
  for (const { sittingId } of await withStorage(deps.db, () => sittingsOf(deps.db, uid))) {
    await drainSitting(deps, sittingId, signal);
  }
}

/** @throws ApiProblem, StorageTrouble, or the signal's reason */
export async function drainSitting(
  deps: SyncDeps,
  sittingId: string,
  signal: AbortSignal,
): Promise<void> {
  for (let hasAsked = false, hasHeard = false, hasLooked = false; ; ) {
    signal.throwIfAborted();
    const sitting = await withStorage(deps.db, () => readSitting(deps.db, sittingId));
    if (!sitting) return;
    const events = await withStorage(deps.db, () => nextBatch(deps.db, sittingId));
    const isSubmission = needsSubmission(sitting, events);
    if (!hasAsked && needsBeacon(sitting, events, deps)) {
      hasAsked = true;
      await pushBatch(deps, sitting, [], signal);
    } else if (!isSubmission && (events.length > 0 || (!hasHeard && mayBeNews(sitting)))) {
      await pushBatch(deps, sitting, events, signal);
      // When the events are of an earlier epoch, the reply was worked out without them, so this phone asks once more.
      hasHeard = events.every(({ epoch }) => epoch === sitting.epoch);
    } else if (isSubmission && events.some(({ type }) => type === 'documents')) {
      // After the end the server takes only pages that its log names, so the event that names them goes first.
      await pushBatch(deps, sitting, events.slice(0, -1), signal);
    } else if (await sendPages(deps, sitting, signal)) continue;
    else if (!hasLooked) {
      hasLooked = true;
      await lookForPages(deps, sitting, signal);
    } else if (isSubmission) await sendSubmission(deps, sitting, events, signal);
    else return;
  }
}

/** After the deadline, events done in a silence are sent only once a beacon has closed that silence (decision 24). */
function needsBeacon(
  { deadline, words: beacons }: SittingRow,
  events: readonly OutboxRow[],
  { clock }: SyncDeps,
): boolean {
  const last = events.at(-1)?.seq ?? 0;
  return last > 0 && clock.now() > deadline && beacons.every(({ seq }) => seq < last);
}

/**
 * Whether an empty push may bring news. When nothing waits, only an empty push tells what another phone did [AT13] or
 * that it has submitted [AT7]; a sitting that never moved has no such news. Asked once in each drain.
 */
function mayBeNews(sitting: SittingRow): boolean {
  if (sitting.serverState !== 'open') return false;
  return sitting.epoch < sitting.writerEpoch || (sitting.epoch > 1 && mayWrite(sitting));
}

/**
 * The oldest events of one epoch [SY4]. Events that the log has no room for stay here: the submission carries their
 * answers [SY10].
 */
async function nextBatch(db: LocalDb, sittingId: string): Promise<OutboxRow[]> {
  const rows = await outboxOf(db, sittingId, BATCH);
  return rows.filter(({ epoch, seq }) => epoch === rows[0]?.epoch && seq <= MOST_EVENTS);
}

// Document pages are sent in pieces and continue where the server's copy ends, so that a cut costs one piece.

/** Eight seconds on 2G: short enough for a request's time limit, long enough to keep the share of headers small. */
const PIECE_BYTES = 65_536;

/**
 * Sends one page to its end. A page that the server will never take is marked as refused and doesn't stop the rest.
 * @returns false when there is no page to send
 * @throws ApiProblem, StorageTrouble
 */
async function sendPages(
  { db, wire }: SyncDeps,
  sitting: SittingRow,
  signal: AbortSignal,
): Promise<boolean> {
  const { sittingId, examId } = sitting;
  const page = await withStorage(db, () => nextPage(db, sittingId));
  if (!page) return false;
  const { sha256, bytes } = page;
  const size = bytes.byteLength;
  for (let start = page.sent, whole = false; !whole; ) {
    const piece = { examId, sha256, start, size, bytes: bytes.slice(start, start + PIECE_BYTES) };
    try {
      const reply = await wire.sendPiece(piece, signal);
      if (!reply.whole && reply.start >= size)
        throw new ApiProblem('unavailable', 'A page didn’t arrive in full.', 'later');
      ({ start, whole } = reply);
    } catch (error) {
      if (!(error instanceof ApiProblem && error.retry === 'never')) throw error;
      await keepPageProgress(db, sittingId, sha256, { refusal: error.message });
      return true;
    }
    await keepPageProgress(db, sittingId, sha256, { sent: start, whole });
  }
  return true;
}

/**
 * Asks the server for pages that were never on this phone, and stops at the first that the server lacks. Done once in
 * each drain.
 */
async function lookForPages(
  { db, wire }: SyncDeps,
  sitting: SittingRow,
  signal: AbortSignal,
): Promise<void> {
  const { sittingId, examId, receipt, epoch, writerEpoch } = sitting;
  if (receipt || epoch !== writerEpoch) return;
  for (const sha256 of await withStorage(db, () => pagesElsewhere(db, sitting))) {
    const reply = await wire.pageHeld({ examId, sha256 }, signal).catch((error: unknown) => {
      // A refusal here must not hold up what is sent after this question.
      if (error instanceof ApiProblem && error.retry === 'never') return null;
      throw error;
    });
    if (!reply?.whole) return;
    await keepPageHeld(db, sittingId, sha256);
  }
}
