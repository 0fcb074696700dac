/** Has a candidate's other pages kept when the device is idle; not where data is dear or the network slow. */
import { isDataDear } from './is-data-dear.ts';
import { askWorker } from './worker-messages.ts';

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
