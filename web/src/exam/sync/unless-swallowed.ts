// A silence of under a second swallows a request, and no answer to it ever comes although the network is there again [SY11].
import { QUICK_MS, STALL_MS } from '#machines/sync/backoff.ts';

/**
 * Asks again, once, where nothing of an answer has come for three seconds and a probe is answered quickly: then neither is the
 * server busy nor the network slow.
 * @param ask does no harm when it is done twice
 * @throws what the last asking throws
 */
export async function unlessSwallowed<T>(
  ask: (options: { signal: AbortSignal; begun?: () => void }) => Promise<T>,
  probe: (signal: AbortSignal) => Promise<unknown>,
  signal: AbortSignal,
): Promise<T> {
  signal.throwIfAborted();
  const first = new AbortController();
  const looking = new AbortController();
  let stall: ReturnType<typeof setTimeout> | undefined;
  let slow: ReturnType<typeof setTimeout> | undefined;
  const stopLooking = () => {
    clearTimeout(stall);
    clearTimeout(slow);
    looking.abort();
  };
  const giveUp = () => first.abort(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  const swallowed = new Promise<null>((resolve) => {
    stall = setTimeout(() => {
      slow = setTimeout(stopLooking, QUICK_MS);
      probe(looking.signal).then(
        () => looking.signal.aborted || resolve(null),
        () => {},
      );
    }, STALL_MS);
  });
  try {
    const asked = ask({ signal: first.signal, begun: stopLooking }).then((value) => ({ value }));
    const answer = await Promise.race([asked, swallowed]);
    if (answer) return answer.value;
    first.abort();
    return await ask({ signal });
  } finally {
    stopLooking();
    signal.removeEventListener('abort', giveUp);
  }
}
