// Work that no reply waits for. A failure is logged, and the server waits for unfinished work before it stops.
import type { Logger } from 'pino';
import { isDatabaseGone, readDatabaseError } from '#db/queries/read-error.ts';
import type { Background } from './deps.ts';

export function createBackground(log: Logger): Background {
  const underWay = new Set<Promise<void>>();
  return {
    start(name, act) {
      const work = act()
        .then(() => {})
        .catch((error: unknown) =>
          log.error({ err: error, task: name }, 'a background task failed'),
        )
        .finally(() => underWay.delete(work));
      underWay.add(work);
    },
    async finished() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

// Work that repeats. Rounds never overlap. A failure is logged, and the next round tries again.

/**
 * @param seconds the pause between the end of one round and the start of the next; also before the first
 * @param may asked before each round; a round is skipped when it returns false
 * @returns a function that stops the repetition and resolves once the current round has ended
 */
export function repeat(
  name: string,
  seconds: number,
  log: Logger,
  act: () => Promise<unknown>,
  may: () => boolean = () => true,
): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  const run = async () => {
    try {
      if (may()) await act();
    } catch (error) {
      if (isDatabaseGone(error)) {
        const { code } = readDatabaseError(error) ?? {};
        log.warn({ task: name, ...(code && { code }) }, 'a repeated task waits for the database');
      } else log.error({ err: error, task: name }, 'a repeated task failed');
    }
    wait();
  };
  const wait = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      round = run();
    }, seconds * 1_000);
  };
  wait();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await round;
  };
}
