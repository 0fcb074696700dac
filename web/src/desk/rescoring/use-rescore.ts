/** The rescore of a question: asked for on arrival, then watched while the server works on it. */
import { useCallback, useEffect, useState } from 'react';
import { type Rescore, rescoreSchema } from '#contract/desk/rescores.ts';
import { api } from '#web/shared/http.ts';
import { type Loaded, reasonOf, useAsk } from '#web/shared/use-load.ts';

const LOOK_EVERY_MS = 1_000;

export interface WatchedRescore {
  loaded: Loaded<Rescore>;
  /** Why it could not be watched on; null while it can. */
  problem: string | null;
  retry: () => void;
  /** What the server has answered to an act. */
  take: (rescore: Rescore) => void;
}

export function useRescore(questionId: string): WatchedRescore {
  const path = `questions/${questionId}/rescore`;
  // Asking changes no score, and asking again goes on with what is there.
  const ask = useCallback(
    (signal: AbortSignal) => api.post(path, {}, rescoreSchema, { signal }),
    [path],
  );
  const asked = useAsk(ask);
  const [news, setNews] = useState<Rescore | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const latest = news ?? asked.latest;
  const isUnderWay = latest?.state === 'checking' || latest?.state === 'applying';

  useEffect(() => {
    if (!isUnderWay) return;
    const leaving = new AbortController();
    const timer = setInterval(() => {
      api.get(path, rescoreSchema, { signal: leaving.signal }).then(
        (rescore) => {
          setNews(rescore);
          setProblem(null);
        },
        (error: unknown) => {
          if (!leaving.signal.aborted) setProblem(reasonOf(error).message);
        },
      );
    }, LOOK_EVERY_MS);
    return () => {
      leaving.abort();
      clearInterval(timer);
    };
  }, [isUnderWay, path]);

  return {
    loaded: latest ? { state: 'ready', data: latest } : asked.loaded,
    problem,
    retry: useCallback(() => {
      setNews(null);
      asked.retry();
    }, [asked.retry]),
    take: setNews,
  };
}
