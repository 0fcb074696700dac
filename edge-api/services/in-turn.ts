// Costly work a few at a time: what comes past that waits, and past a bound is told to come back.
import { Problem } from '../problem.ts';

export type InTurn = <T>(act: () => Promise<T>) => Promise<T>;

/** @throws Problem unavailable from the returned function when `longestQueue` are waiting already */
export function workInTurn(limits: { atOnce: number; longestQueue: number }): InTurn {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (act) => {
    if (running < limits.atOnce) running += 1;
    else if (queue.length >= limits.longestQueue)
      throw new Problem('unavailable', { retryAfter: 5 });
    else await new Promise<void>((start) => queue.push(start)); // it takes over the place of the one that ends
    try {
      return await act();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
