import { useCallback, useState } from 'react';
import type { Asked } from '../use-load.ts';

/**
 * What was asked for, and what an act on it has returned since: whichever came last is shown.
 * @returns it, and a function that takes over what an act has returned
 */
export function useTaken<T>(asked: Asked<T>): [Asked<T>, (reply: T) => void] {
  const [taken, setTaken] = useState<T | null>(null);
  const [since, setSince] = useState(asked.latest);
  if (since !== asked.latest) {
    setSince(asked.latest);
    setTaken(null);
  }
  const take = useCallback((reply: T) => setTaken(() => reply), []);
  if (taken === null) return [asked, take];
  const isReady = asked.loaded.state === 'ready';
  const loaded = isReady ? { state: 'ready' as const, data: taken } : asked.loaded;
  return [{ ...asked, latest: taken, loaded }, take];
}
