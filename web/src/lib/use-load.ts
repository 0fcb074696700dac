/** One GET for one screen: loading, failed with the reason, or ready; cancelled when left. */
import { useCallback, useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import { ApiProblem, api } from './http.ts';

export type Loaded<T> =
  | { state: 'loading' }
  | { state: 'failed'; message: string; code: string }
  | { state: 'ready'; data: T };

/**
 * @param path Below /api/v1/, such as `exams`, or null while there is nothing to ask for.
 * @param schema Must be the same object on every render.
 * @returns What is known, and how to ask again.
 */
export function useLoad<S extends z.core.$ZodType>(
  path: string | null,
  schema: S,
): [Loaded<z.output<S>>, () => void] {
  const [round, setRound] = useState(0);
  const [loaded, setLoaded] = useState<Loaded<z.output<S>>>({ state: 'loading' });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again for the same thing.
  useEffect(() => {
    if (path === null) return;
    const leaving = new AbortController();
    setLoaded({ state: 'loading' });
    api.get(path, schema, { signal: leaving.signal }).then(
      (data) => {
        if (!leaving.signal.aborted) setLoaded({ state: 'ready', data });
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        setLoaded({ state: 'failed', ...reasonOf(error) });
      },
    );
    return () => leaving.abort();
  }, [path, schema, round]);

  return [loaded, useCallback(() => setRound((n) => n + 1), [])];
}

function reasonOf(error: unknown): { message: string; code: string } {
  if (error instanceof ApiProblem) return { message: error.message, code: error.code };
  console.error(error);
  return { message: 'Something went wrong. Please try again later.', code: 'internal' };
}
