// What becomes of the time on this phone without network: extra time by a code, and going on after a pause.
import type { LocalDb } from './database.ts';
import { readSitting } from './read-sitting.ts';
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
      await db.sittings.update(sittingId, { deadline, grantedUntil: deadline, codesTaken });
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
      const deadline = sitting.deadline + Math.max(0, now - sitting.pausedAt);
      await db.sittings.update(sittingId, { pausedAt: null, deadline });
    }),
  );
}
