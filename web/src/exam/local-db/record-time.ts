// What becomes of the time on this phone without network: extra time by a code, and going on after a pause.
import type { LocalDb } from './database.ts';
import { readSitting } from './read-sitting.ts';
import type { SittingRow } from './rows.ts';
import { withStorage } from './storage-trouble.ts';

/**
 * Extra time that a proctor gave by a code, for this phone has no network to hear of it: the timer runs longer at once.
 * What the server says later is taken when it gives as much; the server itself believes the proctor's act.
 * @returns false when this code was taken before. @throws StorageTrouble
 */
export function takeExtraTime(
  db: LocalDb,
  sittingId: string,
  { minutes, number }: { minutes: number; number: number },
): Promise<boolean> {
  return withStorage(db, () =>
    db.transaction('rw', [db.sittings], async () => {
      const sitting = await readSitting(db, sittingId);
      if (!sitting || sitting.codesTaken.includes(number)) return false;
      const deadline = sitting.deadline + minutes * 60_000;
      const codesTaken = [...sitting.codesTaken, number];
      const grantedUntil = deadline - sitting.wentOn;
      await db.sittings.update(sittingId, { deadline, grantedUntil, codesTaken });
      return true;
    }),
  );
}

// The proctor says in the hall that the exam goes on, and this phone has no network to hear it by: the clock runs again
// from what was left. The server's next word sets it right [AT20].

/** @param now by the server's clock, ms. @throws StorageTrouble */
export function goOnPaused(db: LocalDb, sittingId: string, now: number): Promise<void> {
  return withStorage(db, () =>
    db.transaction('rw', [db.sittings], async () => {
      const sitting = await readSitting(db, sittingId);
      if (!sitting || sitting.pausedAt === null) return;
      const wentOn = Math.max(0, now - sitting.pausedAt);
      const deadline = sitting.deadline + wentOn;
      await db.sittings.update(sittingId, { pausedAt: null, deadline, wentOn });
    }),
  );
}

/**
 * The server hears of a code by the proctor's act: until then the code stands. It is longer by a pause that this phone
 * ended only once the server knows that it has ended: while the server says that the exam is still paused, the pause is
 * yet to be given back, and must not be twice.
 */
export function timesAfter(
  sitting: Pick<SittingRow, 'grantedUntil' | 'wentOn'> | null,
  told: { deadline: string; pausedAt?: string | undefined },
): Pick<SittingRow, 'deadline' | 'pausedAt' | 'grantedUntil' | 'wentOn'> {
  const pausedAt = told.pausedAt === undefined ? null : Date.parse(told.pausedAt);
  let grantedUntil = sitting?.grantedUntil ?? null;
  if (sitting && grantedUntil !== null && pausedAt === null) grantedUntil += sitting.wentOn;
  const deadline = Math.max(Date.parse(told.deadline), grantedUntil ?? 0);
  return { deadline, pausedAt, grantedUntil, wentOn: 0 };
}
