/** What is on the phone's disk, live: whichever tab or hand wrote it, the screen follows. */
import { useEffect, useState } from 'react';
import { watch } from '#web/exam/local-db/watch.ts';

export interface Watched<T> {
  /** Null until it was read for the first time. */
  value: T | null;
  /** Why it can't be read at the moment, for a person; null when all is well. */
  trouble: string | null;
}

/** @param key names what is read: another key, another query */
export function useWatched<T>(key: string, query: () => Promise<T>): Watched<T> {
  const [watched, setWatched] = useState<Watched<T> & { key: string }>({
    key,
    value: null,
    trouble: null,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the query.
  useEffect(
    () =>
      watch(
        query,
        (value) => setWatched({ key, value, trouble: null }),
        (error) =>
          setWatched((before) => ({
            key,
            value: before.key === key ? before.value : null,
            trouble: error instanceof Error ? error.message : 'The storage can’t be read.',
          })),
      ),
    [key],
  );
  return watched.key === key ? watched : { value: null, trouble: null };
}
