/**
 * Stores on the device what must open without a network: for a visitor the pages that were shown; for a candidate the
 * exam first, and the other pages when nothing else is going on. A new version waits until a page tells it to take
 * over, and isn't even fetched while a sitting is under way. Once the browser is closed, a waiting version takes over
 * unasked; it then opens pages with the previous version's files until no sitting is under way (offline rule 5).
 */
import { inTime, isLate } from './in-time.ts';
import { isSittingNoted } from './is-sitting-noted.ts';
import { type KeptFile, KeptFiles } from './kept-files.ts';
import { isWorkerMessage } from './worker-messages.ts';

declare const self: ServiceWorkerGlobalScope & {
  /** The plugin that writes this list adds the web manifest, which browsers handle themselves. */
  __WB_MANIFEST: (KeptFile | { url: string })[];
};

/** Paths that only the server answers: the API, stored files, and the simulated gateway's pages. */
const SERVER_PATHS = [/^\/api\//, /^\/files\//, /^\/simulated-gateway\//];

const own = new KeptFiles(self.__WB_MANIFEST.filter((file) => 'digest' in file));
let inForce: Promise<KeptFiles> | null = null;
let askedAt = Date.now();

/** The version that pages are opened with. */
function filesInForce(): Promise<KeptFiles> {
  inForce ??= own.inForce().catch((error: unknown) => {
    inForce = null;
    throw error;
  });
  return inForce;
}

/**
 * The version for a page that is being opened: this one, unless a sitting that began with another version is under way.
 */
async function filesForPage(event: ExtendableEvent): Promise<KeptFiles> {
  const files = await filesInForce();
  if (files === own || (await isSittingNoted().catch(() => true))) return files;
  await inTime(own.putInForce());
  inForce = Promise.resolve(own);
  event.waitUntil(dropOthers());
  return own;
}

/** Does nothing while a newer version is waiting or being installed, because its files are in the same cache. */
async function dropOthers(): Promise<void> {
  if (!self.registration.waiting && !self.registration.installing) await own.dropOthers();
}

async function install(): Promise<void> {
  if (self.registration.active && (await isSittingNoted())) {
    throw new Error('A sitting is under way: this version of the app is fetched after it.');
  }
  await own.keep('shell');
  // A first version starts to work as soon as it can; the exam follows when a page asks for it.
  if (self.registration.active && (await own.isExamAsked())) await own.keep('exam');
}

async function activate(): Promise<void> {
  if ((await filesInForce()) === own) {
    await own.putInForce();
    await dropOthers();
  }
  // Takes control of the page of the very first visit too, without a reload. It waits for the exam, because what a page
  // has stored for itself from then on (web/src/pwa/keep-visited.ts) comes second.
  void Promise.resolve(examComes)
    .catch(() => {})
    .then(() => self.clients.claim());
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));

let examComes: Promise<boolean> | null = null;
function bringExam(): Promise<boolean> {
  examComes ??= filesInForce()
    .then((files) => Promise.all([files.keep('shell'), files.keep('exam')]))
    // Claimed here too, because a worker that the browser has stopped and started again takes no further part in its
    // activation.
    .then(() => self.clients.claim())
    .then(() => true)
    .finally(() => {
      examComes = null;
    });
  return examComes;
}

async function keepExam(): Promise<boolean> {
  await own.noteExamAsked();
  return bringExam();
}

/** Fetches the rest until a page asks for something. @returns whether nothing is missing any more */
async function keepRest(): Promise<boolean> {
  const begun = Date.now();
  const files = await filesInForce();
  return files.keepInTime('rest', async () => askedAt < begun && (await isIdle()));
}

/** True when nobody is taking an exam or about to take one. */
async function isIdle(): Promise<boolean> {
  if (await isSittingNoted()) return false;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return !pages.some(({ url }) => /^\/exam\/?$/.test(new URL(url).pathname));
}

async function keepShown(addresses: readonly string[]): Promise<void> {
  const files = await filesInForce();
  for (const address of addresses) {
    const file = files.find(new URL(address, self.location.origin));
    if (file) await files.bring(file);
  }
}

async function tell(event: ExtendableMessageEvent, done: Promise<boolean>): Promise<void> {
  event.ports[0]?.postMessage(await done.catch(() => false));
}

self.addEventListener('message', (event) => {
  const message: unknown = event.data;
  if (!isWorkerMessage(message)) return;
  switch (message.type) {
    case 'SKIP_WAITING':
      event.waitUntil(self.skipWaiting());
      break;
    case 'KEEP_EXAM':
      event.waitUntil(tell(event, keepExam()));
      break;
    case 'BRING_EXAM':
      event.waitUntil(bringExam().catch(() => {}));
      break;
    case 'KEEP_REST':
      event.waitUntil(tell(event, keepRest()));
      break;
    case 'KEEP_SHOWN':
      event.waitUntil(keepShown(message.addresses));
      break;
    case 'KEEP_SHEETS':
      event.waitUntil(filesInForce().then((files) => files.take(message.sheets)));
  }
});

/** Background Sync, if the browser has it: it only wakes the pages, which do the sending [SY7]. */
async function wakePages(): Promise<void> {
  for (const page of await self.clients.matchAll({ type: 'window' })) {
    page.postMessage('pariksha-outbox');
  }
}
self.addEventListener('sync', (event) => {
  if (event instanceof ExtendableEvent) event.waitUntil(wakePages());
});

/**
 * A candidate's device opens the app from its stored files. A visitor's device stores little: the server's ready page
 * is there sooner, and without a network the app opens what was shown before.
 */
async function openPage(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const files = await filesForPage(event).catch(() => own);
  const shell = files.find(new URL('/index.html', self.location.origin));
  if (!shell) return fetch(request);
  // When the caches don't answer, the device may be a candidate's all the same.
  if (await own.isExamAsked().catch(isLate)) return files.bring(shell).catch(() => fetch(request));
  return fetch(request).catch(() => files.bring(shell));
}

/** For a file that this version doesn't have: a page of the previous version asks for it. */
async function openFormer(request: Request): Promise<Response> {
  const files = await filesInForce().catch(() => own);
  const file = files.find(new URL(request.url));
  return file ? files.bring(file) : fetch(request);
}

self.addEventListener('fetch', (event) => {
  askedAt = Date.now();
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== 'GET' || address.origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (SERVER_PATHS.some((path) => path.test(address.pathname))) return;
    event.respondWith(openPage(event));
    return;
  }
  const file = own.find(address);
  // Handles nothing else: a request that hangs in a dead network would keep a new version waiting.
  if (file && file.stage !== 'shell') event.respondWith(own.bring(file));
  else if (!file && address.pathname.startsWith('/assets/')) event.respondWith(openFormer(request));
});
