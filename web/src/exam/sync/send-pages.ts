// Document pages go in pieces and continue where the server is, so that a cut costs one piece.
import { ApiProblem } from '#web/shared/api-problem.ts';
import { keepPageProgress } from '../local-db/keep-page.ts';
import { nextPage } from '../local-db/read-sitting.ts';
import type { SittingRow } from '../local-db/rows.ts';
import type { SyncDeps } from './push-batch.ts';

/** Eight seconds on 2G: short enough for a call's time, long enough not to spend it on headers. */
const PIECE_BYTES = 65_536;

/**
 * Sends one page to its end. A page that the server will never take is marked so, and doesn't stop the rest.
 * @returns false when there is none to send
 * @throws ApiProblem, StorageTrouble
 */
export async function sendPages(
  { db, wire }: SyncDeps,
  sitting: SittingRow,
  signal: AbortSignal,
): Promise<boolean> {
  const { sittingId, examId } = sitting;
  const page = await nextPage(db, sittingId);
  if (!page) return false;
  const { sha256, bytes } = page;
  const size = bytes.byteLength;
  for (let start = page.sent, whole = false; !whole; ) {
    const piece = { examId, sha256, start, size, bytes: bytes.slice(start, start + PIECE_BYTES) };
    try {
      const reply = await wire.sendPiece(piece, signal);
      if (!reply.whole && reply.start >= size)
        throw new ApiProblem('unavailable', 'A page did not arrive whole.', 'later');
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
