// When it may help to try at once [SY7]: the network is back, the app comes to the front, the browser's Background
// Sync calls. All of them are hints; the machine's own delays and probes are what is relied on.
import type { SyncEvent } from '#machines/sync/sync.machine.ts';

/** The tag under which the service worker passes Background Sync on to open pages. */
const SYNC_TAG = 'pariksha-outbox';

/** @returns how to stop listening */
export function listenForWakeUps(send: (event: SyncEvent) => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  window.addEventListener('online', () => send({ type: 'NETWORK_BACK' }), { signal });
  window.addEventListener('pageshow', () => send({ type: 'WAKE' }), { signal });
  document.addEventListener(
    'visibilitychange',
    () => {
      const away = document.visibilityState !== 'visible';
      send({ type: 'SEEN', away });
      if (!away) send({ type: 'WAKE' });
    },
    { signal },
  );
  navigator.serviceWorker?.addEventListener(
    'message',
    ({ data }: MessageEvent<unknown>) => {
      if (data === SYNC_TAG) send({ type: 'WAKE' });
    },
    { signal },
  );
  return () => stop.abort();
}

/** Asks the browser to call when there is a network, where it can. */
export async function askForBackgroundSync(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration: ServiceWorkerRegistration & {
    sync?: { register(tag: string): Promise<void> };
  } = await navigator.serviceWorker.ready;
  // A browser that knows it may still refuse, as in a private window; nothing is lost by that.
  await registration.sync?.register(SYNC_TAG).catch(() => {});
}
