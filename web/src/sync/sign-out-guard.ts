// Sign-out waits for the outbox: a phone may be handed on after it (decisions.md section 8).
import type { LocalDb } from '../local-db/database.ts';
import { countWaiting, sittingsOf } from '../local-db/read-sitting.ts';

/** Why this candidate can't sign out now, for a person; null when they can. @throws StorageTrouble */
export async function whySignOutMustWait(db: LocalDb, uid: string): Promise<string | null> {
  for (const { sittingId, handIn, receipt, epoch, writerEpoch } of await sittingsOf(db, uid)) {
    const waiting = await countWaiting(db, sittingId);
    if (waiting > 0) {
      const what =
        waiting === 1 ? '1 answer on this phone has' : `${waiting} answers on this phone have`;
      return `${what} not reached the exam server yet. Please connect to a network and wait until they are received, then sign out.`;
    }
    if (handIn && !receipt && epoch === writerEpoch) {
      return 'Your submission has not been received by the exam server yet. Please connect to a network and wait for the receipt, then sign out.';
    }
  }
  return null;
}
