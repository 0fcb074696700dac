/** Whether a page that was sent as ready HTML is alive: before that it shows what is the same for everybody. */
import { useSyncExternalStore } from 'react';

const noChange = () => () => {};

export function useIsAlive(): boolean {
  return useSyncExternalStore(
    noChange,
    () => true,
    () => false,
  );
}
