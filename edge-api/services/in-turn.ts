// Limits costly work to a few jobs at once. Further jobs wait in a queue; when the queue is full, the caller is told to try again.
import { Problem } from '../problem.ts';

/** @param ahead whether this job goes before those that aren't `ahead`; each kind has its own queue */
export type InTurn = <T>(act: () => Promise<T>, ahead?: boolean) => Promise<T>;

/** @throws Problem unavailable, from the returned function, when `longestQueue` jobs are already waiting */
export function workInTurn(limits: { atOnce: number; longestQueue: number }): InTurn {
  let running = 0;
  const first: (() => void)[] = [];
  const others: (() => void)[] = [];
  return async (act, ahead = false) => {
    const queue = ahead ? first : others;
    if (running < limits.atOnce) running += 1;
    else if (queue.length >= limits.longestQueue)
      throw new Problem('unavailable', { retryAfter: 5 });
    else await new Promise<void>((start) => queue.push(start)); // takes the place of the job that ends
    try {
      return await act();
    } finally {
      const next = first.shift() ?? others.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Uploads of one person at the same time. A form is held in memory whole, up to fifty megabytes; checking a page takes seconds. */
const MOST_AT_ONCE = 2;
const underWay = new Map<string, number>();

/** Handles a few of a person's forms and pages at a time, counted over all their sessions. @throws Problem throttled */
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
