/** What a screen asks the server for: loading, failed with the reason, or ready. Cancelled when the screen is left. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import type * as z from 'zod/mini';
import { ApiProblem } from './api-problem.ts';
import { api, type CallOptions } from './http.ts';

export type Loaded<T> =
  | { state: 'loading' }
  | { state: 'failed'; message: string; code: string }
  | { state: 'ready'; data: T };

/**
 * One GET.
 * @param path Below /api/v1/, such as `exams`, or null while there is nothing to ask for.
 * @param schema Must be the same object on every render.
 * @param heard Called with the headers of the reply; must be the same function on every render.
 * @returns What is known, and a function that asks again.
 */
export function useLoad<S extends z.core.$ZodType>(
  path: string | null,
  schema: S,
  heard?: CallOptions['heard'],
): [Loaded<z.output<S>>, () => void] {
  const ask = useMemo(
    () =>
      path === null ? null : (signal: AbortSignal) => api.get(path, schema, { signal, heard }),
    [path, schema, heard],
  );
  const { loaded, retry } = useAsk(ask);
  return [loaded, retry];
}

export interface Asked<T> {
  loaded: Loaded<T>;
  /** What came last; it stays in sight while the same or something else is being asked for. */
  latest: T | null;
  retry: () => void;
}

/** @param ask Called again whenever it is a different function; null while there is nothing to ask for. */
export function useAsk<T>(ask: ((signal: AbortSignal) => Promise<T>) | null): Asked<T> {
  const [round, setRound] = useState(0);
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading' });
  const [latest, setLatest] = useState<T | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again for the same thing.
  useEffect(() => {
    if (ask === null) return;
    const leaving = new AbortController();
    setLoaded({ state: 'loading' });
    ask(leaving.signal).then(
      (data) => {
        if (leaving.signal.aborted) return;
        setLatest(data);
        setLoaded({ state: 'ready', data });
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        setLoaded({ state: 'failed', ...reasonOf(error) });
      },
    );
    return () => leaving.abort();
  }, [ask, round]);

  return { loaded, latest, retry: useCallback(() => setRound((n) => n + 1), []) };
}

/** A failure in words for the reader; an unexpected error is logged. */
export function reasonOf(error: unknown): { message: string; code: string } {
  if (error instanceof ApiProblem) return { message: error.message, code: error.code };
  console.error(error);
  return { message: 'Something went wrong. Please try again later.', code: 'internal' };
}
