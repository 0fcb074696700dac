// Keeps the sealed paper on this phone the one that stands, as long as a page waits for the exam: at once, when the network
// returns, every few minutes, and once more shortly before the start.
import { findSitting } from '../local-db/read-sitting.ts';
import { withStorage } from '../local-db/storage-trouble.ts';
import { fetchPaper } from './fetch-paper.ts';
import type { SyncDeps } from './push-batch.ts';

const MINUTE_MS = 60_000;
/** Papers change seldom, and ten thousand phones ask. */
const LOOK_EVERY_MS = 4 * MINUTE_MS;
const FIRST_RETRY_MS = 3_000;

type Which = {
  uid: string;
  examId: string;
  /** By the server's clock; null where it isn't known. */
  startsAt: number | null;
};

/** Who comes after the start presses Start, which brings paper and key at once: meanwhile nothing is asked for twice. */
const LATE_COMERS_WAIT_MS = 20_000;

/** @returns how to stop */
export function keepPaper(deps: SyncDeps, { uid, examId, startsAt }: Which): () => void {
  const { db, clock } = deps;
  const over = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isLooking = false;

  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    clearTimeout(timer);
    try {
      // What was begun lies open.
      if (await withStorage(db, () => findSitting(db, uid, examId))) return over.abort();
      await fetchPaper(deps, { uid, examId }, over.signal);
      failures = 0;
    } catch {
      // Without a network, or not eligible any more: whoever opens the exam is told. Here it is only tried again.
      failures += 1;
    } finally {
      isLooking = false;
    }
    if (!over.signal.aborted) timer = setTimeout(look, pause());
  };
  const pause = () => {
    const usual = LOOK_EVERY_MS * (0.75 + Math.random() / 2);
    if (failures > 0) return Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), usual);
    // Spread over the two minutes before the start, so that a late change is noticed and nobody stands in a queue.
    const lastLook = (startsAt ?? 0) - (30_000 + Math.random() * 90_000) - clock.now();
    return lastLook > 0 ? Math.min(usual, lastLook) : usual;
  };
  if (startsAt !== null && startsAt <= clock.now()) timer = setTimeout(look, LATE_COMERS_WAIT_MS);
  else void look();
  window.addEventListener('online', () => void look(), { signal: over.signal });
  return () => {
    over.abort();
    clearTimeout(timer);
  };
}
