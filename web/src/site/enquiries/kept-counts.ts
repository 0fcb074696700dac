/** How many forms wait on this phone for the network, for the pages that say so. */
import { useSyncExternalStore } from 'react';

type Counts = Readonly<Record<string, number>>;

let waiting: Counts = {};
let sent: Counts = {};
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell() {
  for (const listener of listeners) listener();
}

/** @param forms name of each form that waits on this phone now; a name appears once for each */
export function setWaiting(forms: readonly string[]): void {
  waiting = {};
  for (const form of forms) waiting = { ...waiting, [form]: (waiting[form] ?? 0) + 1 };
  tell();
}

/** Counts a form that waited and has now been sent. */
export function addSent(form: string): void {
  sent = { ...sent, [form]: (sent[form] ?? 0) + 1 };
  tell();
}

/** How many forms of this name wait on this phone, and how many that waited have been sent since the page opened. */
export function useKept(form: string): { waiting: number; sent: number } {
  const none = () => 0;
  return {
    waiting: useSyncExternalStore(subscribe, () => waiting[form] ?? 0, none),
    sent: useSyncExternalStore(subscribe, () => sent[form] ?? 0, none),
  };
}
