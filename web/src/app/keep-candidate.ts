/**
 * Stores the app on a candidate's device, whatever page is open: the exam at once, the rest when the device is idle.
 */
import { keepExam } from '#web/pwa/keep-exam.ts';
import { hasUserRecord } from '#web/shared/session-watch.ts';
import { isDataDear } from '../pwa/is-data-dear.ts';
import { askWorker } from '../pwa/worker-messages.ts';

/** @param left aborts when the candidate goes to another page */
export async function keepCandidate(left: AbortSignal): Promise<void> {
  if ((await keepExam()) && hasUserRecord() && !left.aborted) keepRest(left);
}

// Has the candidate's other pages stored when the device is idle, but not when data is expensive or the network slow.

/** The device counts as idle after this long without going to another page. */
const IDLE_MS = 20_000;
const PATIENCE_MS = 240_000;

/** @param left aborts when the candidate goes to another page, which ends this */
export function keepRest(left: AbortSignal): void {
  if (isDataDear()) return;
  let timer: ReturnType<typeof setTimeout>;
  const later = () => {
    timer = setTimeout(() => void ask(), IDLE_MS);
  };
  const ask = async () => {
    const worker = navigator.serviceWorker?.controller;
    const isWhole = worker && (await askWorker(worker, { type: 'KEEP_REST' }, PATIENCE_MS));
    if (!isWhole && !left.aborted) later();
  };
  later();
  left.addEventListener('abort', () => clearTimeout(timer));
}
