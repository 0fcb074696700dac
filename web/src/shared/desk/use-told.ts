/**
 * What was just done, told once the list is as it is now: what stood there before has an older version, which the server
 * refuses.
 */
import { useEffect, useRef, useState } from 'react';
import type { Asked } from '#web/shared/use-load.ts';
import type { Told } from './do-to-all.ts';

/** @returns what to say, and what loads the list anew and then says it */
export function useTold(asked: Asked<unknown>): [Partial<Told>, (what: Told) => void] {
  const [told, setTold] = useState<Partial<Told>>({});
  const toTell = useRef<Told>(null);
  const isLoading = asked.loaded.state === 'loading';
  useEffect(() => {
    if (isLoading || toTell.current === null) return;
    setTold(toTell.current);
    toTell.current = null;
  }, [isLoading]);
  return [
    told,
    (what) => {
      setTold({});
      toTell.current = what;
      asked.retry();
    },
  ];
}
