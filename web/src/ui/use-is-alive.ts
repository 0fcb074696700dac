/** Whether the script has come to a page that was sent as ready HTML: before that a press does nothing. */
import { useSyncExternalStore } from 'react';

const noChange = () => () => {};

export function useIsAlive(): boolean {
  return useSyncExternalStore(
    noChange,
    () => true,
    () => false,
  );
}
