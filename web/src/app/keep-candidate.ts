/** What a candidate's device keeps from each page on: the exam at once, the rest once it is idle. */
import { keepExam } from '#web/pwa/keep-exam.ts';
import { hasUserRecord } from '#web/shared/session-watch.ts';
import { isDataDear } from '../pwa/is-data-dear.ts';
import { askWorker } from '../pwa/worker-messages.ts';

/** @param left aborts when another page is gone to */
export async function keepCandidate(left: AbortSignal): Promise<void> {
  if ((await keepExam()) && hasUserRecord() && !left.aborted) keepRest(left);
}

// Has a candidate's other pages kept when the device is idle; not where data is dear or the network slow.

/** How long nobody has gone to another page. */
const IDLE_MS = 20_000;
const PATIENCE_MS = 240_000;

/** @param left ends it when another page is gone to */
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
