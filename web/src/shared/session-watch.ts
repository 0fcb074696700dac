/**
 * Whether somebody is signed in on this phone, and when that changes, without reading who: the record is
 * parsed in session.ts, and a visitor's page carries neither the schema nor its library.
 */
import { useSyncExternalStore } from 'react';

/** The record in localStorage. */
export const USER_KEY = 'user';

const listeners = new Set<() => void>();

/** Tells this tab; other tabs hear of it from the browser. */
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

/** The server has answered that it doesn't know the session of this phone any more; the record stays, for a new sign-in. */
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

/** Whether the record is of a candidate whose exam is still to be submitted, by its status alone. */
export const hasPaid = () => readRecord()?.includes('"Fees Paid"') ?? false;

/** Renders again when a record appears or goes. */
export function useHasUserRecord(): boolean {
  return useSyncExternalStore(onSessionChange, hasUserRecord, () => false);
}
