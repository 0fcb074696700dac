/**
 * What was just done, told once the list is as it is now: what stood there before has an older version, which the server
 * refuses.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Asked } from '#web/shared/use-load.ts';

/** @returns what to say, and what loads the list anew and then says it */
export function useTold(asked: Asked<unknown>): [ReactNode, (what: ReactNode) => void] {
  const [done, setDone] = useState<ReactNode>(null);
  const toTell = useRef<ReactNode>(null);
  const isLoading = asked.loaded.state === 'loading';
  useEffect(() => {
    if (isLoading || toTell.current === null) return;
    setDone(toTell.current);
    toTell.current = null;
  }, [isLoading]);
  return [
    done,
    (what) => {
      setDone(null);
      toTell.current = what;
      asked.retry();
    },
  ];
}
