/**
 * Loads data again every ten seconds while the page is visible, and not at all while it is hidden. When loading fails,
 * the last data stays on the screen, with its time.
 */
import { useCallback, useEffect, useState } from 'react';
import type { CallOptions } from '#web/shared/http.ts';
import { hearTime, serverNow } from '#web/shared/server-now.ts';
import { type Asked, type Loaded, reasonOf } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { clockTime } from './in-words.ts';
import styles from './live.module.css';

const EVERY_MS = 10_000;

type Ask<T> = (options: CallOptions) => Promise<T>;

export interface Refreshed<T> {
  asked: Asked<T>;
  /** When the shown data arrived, by the server's clock, ms; null before any did. */
  refreshedAt: number | null;
  /** Why the last try failed while data is shown; null when it didn't fail. */
  problem: string | null;
}

/** @param ask loads the data; called right away whenever it is another function */
export function useRefreshed<T>(ask: Ask<T>): Refreshed<T> {
  const [round, setRound] = useState(0);
  const [known, setKnown] = useState<{ of: Ask<T>; data: T; at: number } | null>(null);
  const [failed, setFailed] = useState<{ of: Ask<T>; message: string; code: string } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` repeats the same request.
  useEffect(() => {
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const goOn = () => {
      if (document.visibilityState === 'visible')
        timer = setTimeout(() => setRound((n) => n + 1), EVERY_MS);
    };
    ask({ signal: leaving.signal, heard: hearTime }).then(
      (data) => {
        if (leaving.signal.aborted) return;
        setKnown({ of: ask, data, at: serverNow() });
        setFailed(null);
        goOn();
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        const reason = reasonOf(error);
        setFailed({ of: ask, ...reason });
        if (reason.code !== 'signed-out') goOn();
      },
    );
    const seen = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') setRound((n) => n + 1);
    };
    document.addEventListener('visibilitychange', seen);
    return () => {
      leaving.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [ask, round]);

  const retry = useCallback(() => {
    setFailed(null);
    setRound((n) => n + 1);
  }, []);
  const isKnown = known?.of === ask;
  const trouble = failed?.of === ask ? failed : null;
  let loaded: Loaded<T> = { state: 'loading' };
  if (trouble && (!isKnown || trouble.code === 'signed-out'))
    loaded = { state: 'failed', message: trouble.message, code: trouble.code };
  else if (isKnown) loaded = { state: 'ready', data: known.data };
  return {
    asked: { loaded, latest: known?.data ?? null, retry },
    refreshedAt: known?.at ?? null,
    problem: loaded.state === 'ready' ? (trouble?.message ?? null) : null,
  };
}

/** Says how fresh the data is, and when loading it again has failed. */
export function RefreshedLine({ refreshed }: { refreshed: Refreshed<unknown> }) {
  const { refreshedAt, problem, asked } = refreshed;
  if (refreshedAt === null) return null;
  if (problem !== null)
    return (
      <Notice tone="warn" title={`As of ${clockTime(refreshedAt)}`} live>
        <p>{problem}</p>
        <Button icon="refresh" onClick={asked.retry}>
          Try again
        </Button>
      </Notice>
    );
  return (
    <p className={styles.fresh}>
      Refreshed at {clockTime(refreshedAt)}, and every 10 seconds while this page is open.
    </p>
  );
}
