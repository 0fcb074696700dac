/** How many forms wait on this phone for the network, and which were refused, for the pages that say so. */
import { type ReactNode, useSyncExternalStore } from 'react';

/** The forms of one name. */
export interface KeptOfForm {
  /** How many wait on this phone. */
  waiting: number;
  /** How many that waited have been sent since the page opened. */
  sent: number;
  /** What is shown about one that the server refused for good. */
  refused?: ReactNode;
}

const none: KeptOfForm = { waiting: 0, sent: 0 };
let kept: Readonly<Record<string, KeptOfForm>> = {};
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param next by the name of the form; a name that is missing has nothing to tell */
export function setKept(next: Readonly<Record<string, KeptOfForm>>): void {
  kept = next;
  for (const listener of listeners) listener();
}

export function useKept(form: string): KeptOfForm {
  return useSyncExternalStore(
    subscribe,
    () => kept[form] ?? none,
    () => none,
  );
}
