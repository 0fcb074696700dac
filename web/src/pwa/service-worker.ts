/**
 * Keeps the whole candidate's app on the device, so that it opens without network from the first visit
 * on. A new version waits until a page tells it to take over, and isn't even fetched while a sitting is
 * under way: a waiting version would take over by itself once the browser is closed (offline rule 5).
 */
import { PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { isSittingNoted } from './sitting-note.ts';
import { isAsset, VISITED_CACHE } from './visited.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] };

/** Answered by the server alone: its calls, stored files, and the gateway's own pages. */
const SERVER_PATHS = [/^\/api\//, /^\/files\//, /^\/simulated-gateway\//];

const controller = new PrecacheController();
controller.addToCacheList(self.__WB_MANIFEST);

async function install(event: ExtendableEvent): Promise<void> {
  if (self.registration.active && (await isSittingNoted())) {
    throw new Error('A sitting is under way: this version of the app is fetched after it.');
  }
  await controller.install(event);
}

async function activate(event: ExtendableEvent): Promise<void> {
  await controller.activate(event);
  await caches.delete(VISITED_CACHE); // of the version before
  // The page of the very first visit is served from here at once, without a reload.
  await self.clients.claim();
}

self.addEventListener('install', (event) => event.waitUntil(install(event)));
self.addEventListener('activate', (event) => event.waitUntil(activate(event)));
self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
});

/** Background Sync, where the browser has it: the pages send, this only wakes them [SY7]. */
async function wakePages(): Promise<void> {
  for (const page of await self.clients.matchAll({ type: 'window' })) {
    page.postMessage('pariksha-outbox');
  }
}
self.addEventListener('sync', (event) => {
  if (event instanceof ExtendableEvent) event.waitUntil(wakePages());
});

registerRoute(new PrecacheRoute(controller));
registerRoute(
  ({ url }) => isAsset(url.href, self.location.origin),
  async ({ request }) => {
    const kept = await caches.match(request);
    if (kept) return kept;
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(VISITED_CACHE)).put(request, answer.clone());
    return answer;
  },
);
registerRoute(
  new NavigationRoute(controller.createHandlerBoundToURL('/index.html'), {
    denylist: SERVER_PATHS,
  }),
);
