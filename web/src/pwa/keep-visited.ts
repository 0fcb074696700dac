/**
 * Keeps for offline what the service worker didn't see come: all of a first visit's page, and the styles of
 * ready-made HTML, which carries them in itself.
 */
import { whenKept } from './when-kept.ts';
import type { WorkerMessage } from './worker-messages.ts';

export async function keepVisited(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const workers = navigator.serviceWorker;
  const isFirst = !workers.controller;
  await whenKept();
  const worker = (await workers.ready).active;
  const keep = (addresses: readonly string[]) => {
    const message: WorkerMessage = {
      type: 'KEEP_SHOWN',
      addresses: addresses.filter((address) => address.startsWith(location.origin)),
    };
    worker?.postMessage(message);
  };
  const sheets = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]');
  keep(Array.from(sheets, ({ href }) => href));
  if (!isFirst) return;
  // Also what was on its way at that moment.
  new PerformanceObserver((came) => keep(came.getEntries().map(({ name }) => name))).observe({
    type: 'resource',
    buffered: true,
  });
}
