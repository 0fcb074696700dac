/** The service worker's address, and with Trusted Types the only one that a page may start a worker from. */

declare global {
  interface ServiceWorkerContainer {
    register(address: string | TrustedScriptURL): Promise<ServiceWorkerRegistration>;
  }
}

const ADDRESS = '/service-worker.js';

export const workerAddress: string | TrustedScriptURL =
  globalThis.window?.trustedTypes
    ?.createPolicy('pariksha-worker', { createScriptURL: (_asked: string) => ADDRESS })
    .createScriptURL(ADDRESS) ?? ADDRESS;
