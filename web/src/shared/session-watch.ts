/**
 * Whether somebody is signed in on this phone, and when that changes, without reading who it is. session.ts parses the
 * record; a visitor's page loads neither the schema nor its library.
 */
import { useSyncExternalStore } from 'react';

/** The key of the record in localStorage. */
export const USER_KEY = 'user';

const listeners = new Set<() => void>();

/** Notifies this tab; the browser notifies the other tabs. */
export function tellSessionChanged(): void {
  for (const listener of listeners) listener();
}

/** Calls back whenever the session changes, here or in another tab. @returns how to stop */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

const endListeners = new Set<() => void>();

/** The server has said that it no longer knows this phone's session; the record stays, for a new sign-in. */
export function tellSessionEnded(): void {
  for (const listener of endListeners) listener();
}

/** @returns how to stop */
export function onSessionEnded(listener: () => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

function readRecord(): string | null {
  try {
    return localStorage.getItem(USER_KEY);
  } catch {
    return null;
  }
}

export const hasUserRecord = () => readRecord() !== null;

/** Whether the record belongs to a candidate who has yet to submit an exam, judged by the status alone. */
export const hasPaid = () => readRecord()?.includes('"Fees Paid"') ?? false;

/** Renders again when the record appears or disappears. */
export function useHasUserRecord(): boolean {
  return useSyncExternalStore(onSessionChange, hasUserRecord, () => false);
}
