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
  const begin = () =>
    liveQuery(query).subscribe({
      next,
      error: (error: unknown) => {
        failed(troubleOf(error) ?? error);
        timer = setTimeout(again, AGAIN_MS);
      },
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
    mended.removeEventListener('mended', again);
    stop();
  };
}
