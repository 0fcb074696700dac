// A deadline that passed while the exam's page was closed is met by whatever page is open, or by the next that opens
// [AT10].
import { remainingAt } from '#machines/sitting/deadline.ts';
import type { LocalDb } from '../local-db/database.ts';
import { sittingsOf } from '../local-db/read-sitting.ts';
import { recordSubmission } from '../local-db/record-event.ts';
import { withStorage } from '../local-db/storage-trouble.ts';
import { claimWriter } from '../local-db/writer-lock.ts';
import { momentOf, type ServerClock } from './server-clock.ts';
import { factsOf } from './sitting-facts.ts';

/** Leaves a sitting alone while another tab holds its writer lock. @throws StorageTrouble */
export async function submitOverdue(db: LocalDb, clock: ServerClock, uid: string): Promise<void> {
  for (const sitting of await withStorage(db, () => sittingsOf(db, uid))) {
    const { mine, submitted, received, submittedElsewhere } = factsOf(sitting);
    const isOpen = mine && !submitted && !received && !submittedElsewhere;
    if (!isOpen || remainingAt(clock.now(), sitting.deadline, sitting.pausedAt) > 0) continue;
    const lock = claimWriter(sitting.examId);
    try {
      if (!(await lock.atOnce)) continue;
      const how = { auto: true, confirmed: clock.confirmed() };
      await recordSubmission(db, sitting.sittingId, how, momentOf(clock, sitting));
    } finally {
      lock.release();
    }
  }
}
