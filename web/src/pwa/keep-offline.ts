/** Makes sure that the app is kept for use without network; a no-op where it is already. */
export function keepOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('/service-worker.js').catch((error: unknown) => {
    console.error('The app could not be made ready for use without network', error);
  });
}
