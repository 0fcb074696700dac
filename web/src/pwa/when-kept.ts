/**
 * Resolves once the service worker has this page in hand: from then on it keeps every script the page
 * fetches, and has most of them already. Never where there is no service worker.
 */
export async function whenKept(): Promise<void> {
  const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
  if (workers?.controller) return;
  await new Promise<void>((resolve) => {
    workers?.addEventListener('controllerchange', () => resolve(), { once: true });
  });
}
