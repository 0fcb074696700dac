/** The service worker's address. With Trusted Types, it is the only one from which a page may start a worker. */

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
