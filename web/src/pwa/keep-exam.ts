/**
 * Has the service worker store what an exam needs on this device, and tells when everything is there; the service
 * worker checks that. Retries until it succeeds, as long as a page is open.
 */
import { useSyncExternalStore } from 'react';
import { workerAddress } from './worker-address.ts';
import { askWorker } from './worker-messages.ts';

/** `delayed`: a try failed, the next one follows. `impossible`: this browser can't store the exam. */
export type ExamKept = 'coming' | 'delayed' | 'kept' | 'impossible';

/** Longer than the exam takes at 50 kbit/s. */
const PATIENCE_MS = 60_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

let state: ExamKept = 'coming';
let whole: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

function tell(now: ExamKept) {
  state = now;
  for (const listener of listeners) listener();
}

/**
 * Call this on pages that may lead to an exam; calling it again does nothing.
 * @returns true once the exam is stored, false when this browser can't store it
 */
export function keepExam(): Promise<boolean> {
  whole ??= untilKept();
  return whole;
}

/** Renders again when the exam is stored, when a try failed, and when it turns out that the exam can't be stored. */
export function useExamKept(): ExamKept {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => 'coming',
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function untilKept(): Promise<boolean> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || !('caches' in window)) {
    tell('impossible');
    return false;
  }
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      if (await isKept()) {
        tell('kept');
        return true;
      }
    } catch (error) {
      // A private window of some browsers, or storage switched off.
      if (error instanceof DOMException && error.name === 'SecurityError') {
        tell('impossible');
        return false;
      }
      console.warn('The exam is not on this phone yet', error);
    }
    tell('delayed');
    await pauseOrNetwork(pause);
  }
}

async function isKept(): Promise<boolean> {
  const { serviceWorker } = navigator;
  // Registering again would wait for a check for a new version that is under way, and in a dead network that may never
  // end.
  const registration =
    (await serviceWorker.getRegistration()) ?? (await serviceWorker.register(workerAddress));
  // The worker that serves this page; on a first visit, the one that is being installed.
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  if (!worker || !(await askWorker(worker, { type: 'KEEP_EXAM' }, PATIENCE_MS))) return false;
  // Stored, and the worker is active: a reload will be served by it.
  await navigator.serviceWorker.ready;
  return true;
}

function pauseOrNetwork(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    addEventListener('online', go);
  });
}
