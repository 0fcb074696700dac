/**
 * Stores for offline use what the service worker didn't see: everything of the page of a first visit, and the scripts
 * that a ready HTML page may not have needed yet.
 */
import { isDataDear } from './is-data-dear.ts';
import type { WorkerMessage } from './worker-messages.ts';

/** A visitor who stays this long is reading the page; one who leaves sooner pays for no more than was shown. */
const STAYED_MS = 10_000;

export async function keepVisited(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const workers = navigator.serviceWorker;
  const isFirst = !workers.controller;
  await whenKept();
  const registration = await workers.ready;
  const keep = (addresses: readonly string[]) => {
    // A new version is about to take over, and a message now would keep it waiting (web/src/pwa/register.ts).
    if (registration.waiting) return;
    const message: WorkerMessage = {
      type: 'KEEP_SHOWN',
      addresses: addresses.filter((address) => address.startsWith(location.origin)),
    };
    registration.active?.postMessage(message);
  };
  const parts = document.querySelectorAll<HTMLLinkElement>('link[data-part]');
  const keepParts = () => keep(Array.from(parts, ({ href }) => href));
  if (!isDataDear()) setTimeout(keepParts, STAYED_MS);
  if (!isFirst) return;
  // This also reports what was still loading at that moment.
  new PerformanceObserver((came) => keep(came.getEntries().map(({ name }) => name))).observe({
    type: 'resource',
    buffered: true,
  });
}

/**
 * Resolves once the service worker controls this page: from then on it stores every script that the page fetches, and
 * has most of them already. Never resolves without a service worker.
 */
async function whenKept(): Promise<void> {
  const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
  if (workers?.controller) return;
  await new Promise<void>((resolve) => {
    workers?.addEventListener('controllerchange', () => resolve(), { once: true });
  });
}
