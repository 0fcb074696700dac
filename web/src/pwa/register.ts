/**
 * Registers the service worker and decides, with the update policy, when a new version may take over. The page is
 * reloaded only by {@link AppUpdate.activate}, never because a version has arrived.
 */
import { Workbox } from 'workbox-window';
import { isSittingNoted } from './is-sitting-noted.ts';
import { workerAddress } from './worker-address.ts';
import type { WorkerMessage } from './worker-messages.ts';

/**
 * A fetch at the moment of the take-over wakes the old worker, and Chromium then leaves the new one waiting for
 * minutes. So a new version may take over only after this many milliseconds without a fetch.
 */
const QUIET_MS = 500;

export interface AppUpdate {
  /** Whether a newer version is waiting; pair with `subscribe` for useSyncExternalStore. */
  isWaiting(): boolean;
  subscribe(listener: () => void): () => void;
  /**
   * If the policy allows, lets the waiting version take over and reloads the page. Call it after each navigation
   * within the app and when the user taps "Update"; a page that is loaded while a version is waiting does so by
   * itself.
   * Resolves to whether a take-over has begun.
   */
  activate(occasion: UpdateOccasion): Promise<boolean>;
}

/**
 * Call once at start. Without service workers (or in development) no update ever waits.
 * @param examFollows true when an exam comes next: registers at once, and fetches the exam while the last of the page's
 *   own scripts are on their way
 */
export function registerServiceWorker(examFollows: boolean): AppUpdate {
  const listeners = new Set<() => void>();
  const workbox = isSupported() ? new Workbox(workerAddress) : undefined;
  let waiting = false;
  let typed = false;

  document.addEventListener('input', () => {
    typed = true;
  });
  workbox?.addEventListener('waiting', ({ wasWaitingBeforeRegister }) => {
    waiting = true;
    for (const listener of listeners) listener();
    if (wasWaitingBeforeRegister) activate('navigated').catch(console.error);
  });
  const registered = workbox?.register({ immediate: examFollows }).then((registration) => {
    const worker = registration?.active ?? registration?.installing;
    const tell = (message: WorkerMessage) => worker?.postMessage(message);
    tell({ type: 'KEEP_SHEETS', sheets: inlinedSheets() });
    if (examFollows) tell({ type: 'BRING_EXAM' });
  });
  registered?.catch((error: unknown) => {
    console.error('Not ready for use without a network', error);
  });

  return {
    isWaiting: () => waiting,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    activate: (occasion) => {
      if (occasion === 'navigated') typed = false;
      return activate(occasion);
    },
  };

  async function activate(occasion: UpdateOccasion): Promise<boolean> {
    if (!workbox || !waiting) return false;
    const mayActivate = () =>
      canActivateUpdate(occasion, {
        isSittingUnderWay: isSittingNoted,
        isSomethingTyped: () => typed,
      });
    await fetchedNothingFor(QUIET_MS);
    if (!(await mayActivate())) return false;
    // The take-over can come late, so the policy decides again by what has happened until then.
    workbox.addEventListener('controlling', async () => {
      if (await mayActivate()) location.reload();
    });
    workbox.messageSkipWaiting();
    return true;
  }
}

function fetchedNothingFor(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      observer.disconnect();
      resolve();
    };
    let timer = setTimeout(done, ms);
    const observer = new PerformanceObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(done, ms);
    });
    observer.observe({ type: 'resource' });
  });
}

/** The style sheets inside a ready page (web/build/page-html.ts), each with its address. */
function inlinedSheets(): [address: string, text: string][] {
  const lines = document.querySelector('style')?.textContent.split('\n') ?? [];
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][disabled]');
  return Array.from(links, ({ href }, place) => [href, `${lines[place]}\n`]);
}

function isSupported(): boolean {
  return import.meta.env.PROD && 'serviceWorker' in navigator;
}

// When a waiting version of the app may take over (offline rule 5): never between the start of a sitting
// and its receipt, never over something typed, and only when the user moves on or asks for it.

/** `navigated`: the user has just moved to another page. `tapped`: the user chose "Update". */
export type UpdateOccasion = 'navigated' | 'tapped';

interface UpdateCircumstances {
  /** Whether this device holds a sitting that has started and has no receipt. */
  readonly isSittingUnderWay: () => Promise<boolean>;
  /** Whether something was typed on the page since it was opened. */
  readonly isSomethingTyped: () => boolean;
}

/**
 * Decides at the moment of the occasion. Unreadable storage counts as a sitting under way: an old version does no harm,
 * a new one at the wrong moment does.
 */
export async function canActivateUpdate(
  occasion: UpdateOccasion,
  { isSittingUnderWay, isSomethingTyped }: UpdateCircumstances,
): Promise<boolean> {
  const underWay = await isSittingUnderWay().catch(() => true);
  if (underWay) return false;
  // Checked after the wait, because fingers are faster than storage. A tap on "Update" is the user's own decision.
  return occasion === 'tapped' || !isSomethingTyped();
}
