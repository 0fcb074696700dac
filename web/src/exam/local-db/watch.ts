// Follows what is on disk, whichever tab wrote it, and doesn't lose sight of it when the connection breaks.
import { liveQuery } from 'dexie';
import { mended, troubleOf } from './storage-trouble.ts';

/** A watch that broke ends: without a new one the screen would no longer follow the disk. */
const AGAIN_MS = 1_000;

/** @returns how to stop */
export function watch<T>(
  query: () => Promise<T>,
  next: (value: T) => void,
  failed: (error: unknown) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = 0;
  let over = false;
  // Dexie tells nobody that a connection was closed, or a look cut off by that, as if it were opened again at once: on a
  // full disk it isn't.
  const ask = async () => {
    try {
      const value = await query();
      closed = 0;
      return value;
    } catch (error) {
      const name = error instanceof Error && error.name;
      if (name === 'DatabaseClosedError') closed += 1;
      if (closed === 2) failed(troubleOf(error));
      clearTimeout(timer);
      if (!over) timer = setTimeout(again, AGAIN_MS);
      throw error;
    }
  };
  const begin = () =>
    liveQuery(ask).subscribe({
      next,
      error: (error: unknown) => failed(troubleOf(error) ?? error),
    });
  let watched = begin();
  const stop = () => {
    clearTimeout(timer);
    watched.unsubscribe();
  };
  const again = () => {
    stop();
    watched = begin();
  };
  mended.addEventListener('mended', again);
  return () => {
    over = true;
    mended.removeEventListener('mended', again);
    stop();
  };
}
