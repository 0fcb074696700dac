// The whole app as a phone boots it: the sync of this tab and, on the exam's page, the sitting machine with its
// look-up, in as much of a browser as they need. Only one app is booted at a time, because the candidate holds only one
// phone.
import { setImmediate, setTimeout } from 'node:timers/promises';
import Dexie from 'dexie';
import { IDBFactory } from 'fake-indexeddb';
import { createSitting, type Sitting } from '#web/exam/sync/create-sitting.ts';
import type { SyncDeps } from '#web/exam/sync/push-batch.ts';
import { type Sync, startSync } from '#web/exam/sync/start-sync.ts';
import type { Send } from './bad-network.ts';

export type Page = 'the exam’s page' | 'another page';

export type BootedApp = {
  page: Page;
  sync: Sync['actor'];
  /** Null on another page than the exam's. */
  sitting: Sitting['actor'] | null;
  /** What the app's update is told: while this is true, no new version takes over (rule 5). */
  isUnderWay(): boolean | null;
  /** The app comes to the front, and the browser believes that there is a network. */
  wake(): void;
  /** Resolves when the app has nothing left to do but wait. */
  settle(): Promise<void>;
  /** Call once the phone receives and writes nothing any more: what the app had begun comes to nothing. */
  kill(): Promise<void>;
};

/** @param storage the phone's localStorage, which outlives the app */
export function bootApp(
  deps: SyncDeps,
  { uid, examId }: { uid: string; examId: string },
  {
    page,
    storage,
    send,
    isFlying,
  }: { page: Page; storage: Map<string, string>; send: Send; isFlying(): boolean },
): BootedApp {
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const browser = { window: new EventTarget(), document };
  const leave = enter({ ...browser, navigator: {}, localStorage: storageIn(storage), fetch: send });
  let underWay: boolean | null = null;
  const sync = startSync(deps, {
    uid,
    noteSitting: async (note) => {
      underWay = note !== null;
    },
  });
  const candidate = { uid, examId, eligible: true };
  const sitting =
    page === 'another page'
      ? null
      : createSitting(deps, candidate, () => sync.actor.send({ type: 'WAKE' }));
  const isBusy = () =>
    isFlying() ||
    sync.actor.getSnapshot().matches('pushing') ||
    busy.some((place) => sitting?.actor.getSnapshot().matches(place));
  return {
    page,
    sync: sync.actor,
    sitting: sitting?.actor ?? null,
    isUnderWay: () => underWay,
    wake() {
      browser.document.dispatchEvent(new Event('visibilitychange'));
      browser.window.dispatchEvent(new Event('online'));
    },
    settle: () => quiet(isBusy),
    async kill() {
      sitting?.stop();
      sync.stop();
      await quiet(isFlying);
      leave();
    },
  };
}

/** Without a global IndexedDB, Dexie assumes that it runs on a server, where it watches no queries. */
Dexie.dependencies.indexedDB = new IDBFactory();

/** More turns of the event loop than pass between two steps of the app while it has something to do. */
const QUIET = 5;
const STEPS_IN_A_TURN = 10;
/** Many times more turns than the app ever needs to come to rest. */
const MOST_TURNS = 2_000;

/** @throws Error when the app never comes to rest */
async function quiet(isBusy: () => boolean): Promise<void> {
  for (let turns = 0, all = 0; turns < QUIET; turns = isBusy() ? 0 : turns + 1, all += 1) {
    if (all > MOST_TURNS) throw new Error('the app comes to no rest');
    // Dexie reports changes by timers; the disk itself works by immediates.
    await setTimeout(0);
    for (let steps = 0; steps < STEPS_IN_A_TURN; steps += 1) await setImmediate();
  }
}

const busy = [
  'checking',
  'submitting',
  'autoSubmit',
  { open: 'opening' },
  { open: 'unlocking' },
] as const;

function storageIn(items: Map<string, string>) {
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

/** Sets a browser's globals. @returns a function that puts back what was there before */
function enter(globals: Record<string, unknown>): () => void {
  const before = Object.keys(globals).map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  );
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  };
}
