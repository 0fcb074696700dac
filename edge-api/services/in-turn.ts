// Costly work a few at a time: what comes past that waits, and past a bound is told to come back.
import { Problem } from '../problem.ts';

/** @param ahead whether it goes before all that isn't; each of the two has a queue of its own */
export type InTurn = <T>(act: () => Promise<T>, ahead?: boolean) => Promise<T>;

/** @throws Problem unavailable from the returned function when `longestQueue` are waiting already */
export function workInTurn(limits: { atOnce: number; longestQueue: number }): InTurn {
  let running = 0;
  const first: (() => void)[] = [];
  const others: (() => void)[] = [];
  return async (act, ahead = false) => {
    const queue = ahead ? first : others;
    if (running < limits.atOnce) running += 1;
    else if (queue.length >= limits.longestQueue)
      throw new Problem('unavailable', { retryAfter: 5 });
    else await new Promise<void>((start) => queue.push(start)); // it takes over the place of the one that ends
    try {
      return await act();
    } finally {
      const next = first.shift() ?? others.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Of one person at the same time: a form is in memory whole, and may be fifty megabytes; a page takes seconds to look at. */
const MOST_AT_ONCE = 2;
const underWay = new Map<string, number>();

/** Takes a person's forms and pages a few at a time, whichever sessions they come by. @throws Problem throttled */
export async function fewAtOnce<T>(uid: string, act: () => Promise<T>): Promise<T> {
  const others = underWay.get(uid) ?? 0;
  if (others >= MOST_AT_ONCE)
    throw new Problem('throttled', {
      retryAfter: 5,
      sentence: 'We’re still reading your last two files. Please wait a few seconds and try again.',
    });
  underWay.set(uid, others + 1);
  try {
    return await act();
  } finally {
    const left = (underWay.get(uid) ?? 1) - 1;
    if (left > 0) underWay.set(uid, left);
    else underWay.delete(uid);
  }
}
