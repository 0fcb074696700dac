/**
 * The app's files on this device. A file is stored, or given to a page, only if it matches the digest that the build
 * wrote: never a Wi-Fi sign-in page, a maintenance notice or half a script, whatever the reply's status. A file is
 * stored under its digest, so versions share what they have in common and a stopped download resumes.
 */

import { inTime, isLate } from './in-time.ts';

/**
 * `shell`: the page that every address opens with. `exam`: together with the shell, everything that an exam needs
 * without a network. `rest`: a candidate's other pages. `shown`: stored only once it was shown.
 */
export type Stage = 'shell' | 'exam' | 'rest' | 'shown';

export interface KeptFile {
  /** Path below the origin, without a leading slash. */
  readonly url: string;
  /**
   * Half a SHA-256, in base64. The network may garble or forge a file, but nobody can find another file with the same
   * 128 bits.
   */
  readonly digest: string;
  readonly stage: Stage;
}

const CACHE = 'app';
/** The caches in which workbox and an earlier version of this code stored their files. */
const FORMER = /^(?:workbox|visited)/;
/** Key of the entry that says that a page on this device has asked for the exam. */
const EXAM_ASKED = '/exam-asked-for';
/** Key of the file list of the version that pages are opened with. */
const IN_FORCE = '/in-force';
/** Milliseconds between tries to fetch a file for a page; a page that doesn't get it reports that itself. */
const PAUSES_MS = [300, 1_000, 3_000];

const keyOf = ({ url, digest }: KeptFile) => `/${url}?${encodeURIComponent(digest)}`;

export class KeptFiles {
  readonly #list: string;
  readonly #byUrl: ReadonlyMap<string, KeptFile>;
  /** Downloads under way, by key: two requests for the same file share one. */
  readonly #coming = new Map<string, Promise<void>>();
  #taken = Promise.resolve();

  constructor(files: readonly KeptFile[]) {
    this.#list = JSON.stringify(files);
    this.#byUrl = new Map(files.map((file) => [file.url, file]));
  }

  /** @param address the address of a request; its query doesn't matter */
  find({ pathname }: URL): KeptFile | undefined {
    return this.#byUrl.get(pathname.slice(1));
  }

  /**
   * Gives a file from the device, or fetches, checks and stores it; throws when neither works. When the device is late,
   * its file may still come sooner than the network's; without a network nothing else can come.
   */
  async bring(file: KeptFile): Promise<Response> {
    const reading = readKept(file);
    const kept = await inTime(reading).catch((error: unknown) => {
      if (!isLate(error)) throw error;
    });
    if (kept) return kept;
    const late = reading.then(mustBeThere);
    const fetched = fetchPatiently(file).catch((error: unknown) => {
      if (navigator.onLine) throw error;
      return late;
    });
    return Promise.race([late.catch(() => fetched), fetched]);
  }

  /** Stores style sheets that came inside a page; one that was altered on the way is fetched instead. */
  take(sheets: readonly [address: string, text: string][]): Promise<void> {
    const tries = sheets.map(async ([address, text]) => {
      const file = this.find(new URL(address));
      if (!file) return;
      const isTrue = (await digestOf(new TextEncoder().encode(text))) === file.digest;
      if (!isTrue) return void (await this.bring(file));
      const cache = await caches.open(CACHE);
      const headers = { 'content-type': 'text/css; charset=utf-8' };
      await cache.put(keyOf(file), new Response(text, { headers }));
    });
    this.#taken = Promise.allSettled([this.#taken, ...tries]).then(() => {});
    return this.#taken;
  }

  /** Fetches all missing files of a stage side by side; throws when one doesn't come, but stores those that did. */
  async keep(stage: Stage): Promise<void> {
    await this.#taken;
    const cache = await caches.open(CACHE);
    const lacking = await this.#lacking(stage, cache);
    const tries = await Promise.allSettled(lacking.map((file) => this.#fetchOnce(file, cache)));
    for (const one of tries) if (one.status === 'rejected') throw one.reason;
  }

  /**
   * Fetches the missing files of a stage one after the other, asking `mayGoOn` before each.
   * @returns whether all are stored now
   */
  async keepInTime(stage: Stage, mayGoOn: () => Promise<boolean>): Promise<boolean> {
    const cache = await caches.open(CACHE);
    for (const file of await this.#lacking(stage, cache)) {
      if (!(await mayGoOn())) return false;
      await fetchAndKeep(file, cache, 'low');
    }
    return true;
  }

  #fetchOnce(file: KeptFile, cache: Cache): Promise<void> {
    const key = keyOf(file);
    const coming =
      this.#coming.get(key) ?? fetchAndKeep(file, cache).finally(() => this.#coming.delete(key));
    this.#coming.set(key, coming);
    return coming;
  }

  async #lacking(stage: Stage, cache: Cache): Promise<KeptFile[]> {
    const wanted = [...this.#byUrl.values()].filter((file) => file.stage === stage);
    const kept = await Promise.all(wanted.map((file) => cache.match(keyOf(file))));
    return wanted.filter((_, index) => kept[index] === undefined);
  }

  /**
   * The version that pages are opened with: this one, or the previous one until a page has been opened with this one.
   */
  async inForce(): Promise<KeptFiles> {
    const noted = await inTime(caches.match(IN_FORCE, { cacheName: CACHE }));
    const list = await noted?.text();
    if (list === undefined || list === this.#list) return this;
    const files: unknown = JSON.parse(list);
    return isList(files) ? new KeptFiles(files) : this;
  }

  /** From now on, pages are opened with this version. */
  async putInForce(): Promise<void> {
    const cache = await caches.open(CACHE);
    // On a device without room, the missing list means the newest version.
    await cache.put(IN_FORCE, new Response(this.#list)).catch(() => cache.delete(IN_FORCE));
  }

  /** Deletes what only other versions need. */
  async dropOthers(): Promise<void> {
    const cache = await caches.open(CACHE);
    const keys = new Set([...this.#byUrl.values()].map(keyOf).concat(EXAM_ASKED, IN_FORCE));
    for (const request of await cache.keys()) {
      const { pathname, search } = new URL(request.url);
      if (!keys.has(pathname + search)) await cache.delete(request);
    }
    for (const name of await caches.keys()) if (FORMER.test(name)) await caches.delete(name);
  }

  /** Notes that this device is a candidate's: each later version then stores the exam before it takes over. */
  async noteExamAsked(): Promise<void> {
    const cache = await caches.open(CACHE);
    // Without a body, like a sitting's note (sitting-note.ts), because it is written whenever an exam is opened.
    await cache.put(EXAM_ASKED, new Response(null));
  }

  async isExamAsked(): Promise<boolean> {
    return (await inTime(caches.match(EXAM_ASKED, { cacheName: CACHE }))) !== undefined;
  }
}

function isList(files: unknown): files is KeptFile[] {
  const isFile = (file: unknown) =>
    typeof file === 'object' &&
    file !== null &&
    'url' in file &&
    'digest' in file &&
    'stage' in file;
  return Array.isArray(files) && files.every(isFile);
}

/** Must be the same digest that web/build/precache-list.ts writes. */
async function digestOf(bytes: BufferSource): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return btoa(String.fromCharCode(...new Uint8Array(digest, 0, 16)));
}

async function fetchAndKeep(file: KeptFile, cache: Cache, priority?: RequestPriority) {
  await cache.put(keyOf(file), await fetchTrue(file, priority));
}

async function readKept(file: KeptFile): Promise<Response | undefined> {
  const cache = await caches.open(CACHE);
  return cache.match(keyOf(file));
}

function mustBeThere(kept: Response | undefined): Response {
  if (!kept) throw new TypeError('The file is not on this device.');
  return kept;
}

async function fetchPatiently(file: KeptFile): Promise<Response> {
  for (const pause of PAUSES_MS) {
    try {
      return await fetchForPage(file);
    } catch (error) {
      if (!navigator.onLine) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return fetchForPage(file);
}

/** On a device without room, the file isn't stored, but the page is shown all the same. */
async function fetchForPage(file: KeptFile): Promise<Response> {
  const answer = await fetchTrue(file);
  const copy = answer.clone();
  await inTime(caches.open(CACHE).then((cache) => cache.put(keyOf(file), copy))).catch(() => {});
  return answer;
}

/** The file as the build wrote it, whatever the reply's status; anything else throws. */
async function fetchTrue(file: KeptFile, priority: RequestPriority = 'auto'): Promise<Response> {
  const { url, digest, stage } = file;
  const ask = async (cache: RequestCache) => {
    const { bytes, headers } = await fetchUnlessLost(`/${url}`, { cache, priority });
    if ((await digestOf(bytes)) !== digest) throw new TypeError(`/${url} is not the build's.`);
    return new Response(bytes, { headers });
  };
  // The browser's HTTP cache may have the file, because the page has just fetched it. If that is the wrong file, the
  // server is asked.
  return ask(stage === 'shell' ? 'no-cache' : 'default').catch(() => ask('reload'));
}

/**
 * When nothing of any file has come for this many milliseconds, the request is lost; a slow network brings something
 * now and then.
 */
const SILENCE_MS = 30_000;
let cameAt = 0;

/** A mobile network may swallow a request, and no browser ever gives one up by itself. */
async function fetchUnlessLost(address: string, init: RequestInit) {
  const lost = new AbortController();
  const begun = performance.now();
  const look = setInterval(() => {
    if (performance.now() - Math.max(begun, cameAt) > SILENCE_MS) lost.abort();
  }, 5_000);
  const came = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, to) {
      cameAt = performance.now();
      to.enqueue(piece);
    },
  });
  try {
    const { body, headers } = await fetch(address, { ...init, signal: lost.signal });
    return { bytes: await new Response(body?.pipeThrough(came)).arrayBuffer(), headers };
  } finally {
    clearInterval(look);
  }
}
