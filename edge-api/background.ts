// Work that an answer doesn't wait for: a failure is logged, and the server's stop waits for what is under way.
import type { Logger } from 'pino';
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
