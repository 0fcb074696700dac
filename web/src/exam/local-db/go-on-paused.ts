// The proctor says in the hall that the exam goes on, and this phone has no network to hear it by: the clock runs again
// from what was left. The server's next word sets it right [AT20].
import type { LocalDb } from './database.ts';
import { readSitting } from './read-sitting.ts';
import { withStorage } from './storage-trouble.ts';

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
