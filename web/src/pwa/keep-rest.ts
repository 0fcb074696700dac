/** Has a candidate's other pages kept when the device is idle; not where data is dear or the network slow. */
import { askWorker } from './worker-messages.ts';

/** In no standard yet, so the DOM's types don't know it; Chrome and its kin have it. */
declare global {
  interface Navigator {
    readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
  }
}

/** How long nobody has gone to another page. */
const IDLE_MS = 20_000;
const PATIENCE_MS = 240_000;

/** @param left ends it when another page is gone to */
export function keepRest(left: AbortSignal): void {
  const { connection } = navigator;
  if (connection?.saveData || /2g$/.test(connection?.effectiveType ?? '')) return;
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
