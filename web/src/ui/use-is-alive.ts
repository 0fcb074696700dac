/**
 * Whether React runs on a page that was sent as ready HTML; before that, the page shows what is the same for everybody.
 */
import { useSyncExternalStore } from 'react';

const noChange = () => () => {};

export function useIsAlive(): boolean {
  return useSyncExternalStore(
    noChange,
    () => true,
    () => false,
  );
}
