/** Whether the window has room for the palette beside the question. */
import { useSyncExternalStore } from 'react';

/** The same breakpoint as in sitting-screen.module.css. */
const query = window.matchMedia('(min-width: 60em)');

function subscribe(listener: () => void) {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}
