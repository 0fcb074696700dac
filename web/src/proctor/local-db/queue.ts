// What a proctor did, from the press until the server has answered it. Nothing but the server's answer takes a row away;
// one that was refused stays until it has been read.
import { liveQuery } from 'dexie';
import type { HallAct } from '#contract/hall/acts.ts';
import type { HallDb, QueuedRow } from './hall-db.ts';

/** Ninety-six bits, in letters and digits. */
function newActId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
/** An act as the screen knows it: who, what, why. */
export type WishedAct = Without<HallAct, 'id' | 'doneAt'>;

/** @param doneAt by the server's clock as this phone knows it, ms */
export async function queueAct(
  db: HallDb,
  uid: string,
  wish: WishedAct,
  doneAt: number,
): Promise<void> {
  const id = newActId();
  const body = { ...wish, id, doneAt: new Date(doneAt).toISOString() };
  await db.queue.add({ id, uid, kind: 'act', body, doneAt, waiting: 1, refusal: null });
}

/** Oldest first. */
export async function waitingOf(db: HallDb, uid: string): Promise<QueuedRow[]> {
  return db.queue.where({ uid, waiting: 1 }).sortBy('doneAt');
}

/** The server has answered: done, or refused with the reason. */
export async function settleQueued(db: HallDb, id: string, refusal: string | null): Promise<void> {
  if (refusal === null) await db.queue.delete(id);
  else await db.queue.update(id, { waiting: 0, refusal });
}

/** Follows all that this person's queue holds, oldest first. @returns how to stop */
export function watchQueue(
  db: HallDb,
  uid: string,
  next: (rows: readonly QueuedRow[]) => void,
): () => void {
  const watched = liveQuery(() => db.queue.where({ uid }).sortBy('doneAt')).subscribe({
    next,
    error: (error: unknown) => console.error('The queue could not be watched', error),
  });
  return () => watched.unsubscribe();
}
