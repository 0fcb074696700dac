// The submission on this phone, and its taking back: events like any other, at the end of the log.

import type { LocalDb } from './database.ts';
import { readSitting } from './read-sitting.ts';
import { appendEvent, type Moment } from './record-event.ts';
import { StorageTrouble, withStorage } from './storage-trouble.ts';

/**
 * Submits. The timer's submission is dated exactly at the deadline, however late the phone woke [AT10].
 * Submitting again changes nothing.
 * @param confirmed whether the time is the server's word [AT9]
 * @throws StorageTrouble
 */
export function recordSubmission(
  db: LocalDb,
  sittingId: string,
  { auto, confirmed }: { auto: boolean; confirmed: boolean },
  moment: Moment,
): Promise<void> {
  return withStorage(db, () =>
    db.transaction('rw', [db.sittings, db.outbox], async () => {
      const sitting = await readSitting(db, sittingId);
      if (!sitting) throw new StorageTrouble('gone', sittingId);
      if (sitting.handIn || sitting.receipt || sitting.epoch !== sitting.writerEpoch) return;
      const elapsed = auto ? sitting.deadline - sitting.startedAt : moment.elapsed;
      const handIn = {
        seq: sitting.nextSeq,
        auto,
        confirmed: confirmed || !auto,
        at: moment.at,
        elapsed,
      };
      await appendEvent(db, sitting, { type: 'submitted', ...moment, elapsed }, { handIn });
    }),
  );
}

/** Takes back the timer's submission made on a wrong clock; one that may have been sent stays [AT9]. */
export function recordReopened(db: LocalDb, sittingId: string, moment: Moment): Promise<void> {
  return withStorage(db, () =>
    db.transaction('rw', [db.sittings, db.outbox], async () => {
      const sitting = await readSitting(db, sittingId);
      if (!sitting?.handIn || sitting.handIn.confirmed) return;
      await appendEvent(db, sitting, { type: 'reopened', ...moment }, { handIn: null });
    }),
  );
}

/**
 * Another submission stands, or another device has the turn: the server told so, and holds every event of this
 * one. Only its claim to a receipt goes.
 */
export function dropSubmission(db: LocalDb, sittingId: string): Promise<void> {
  return withStorage(db, async () => {
    await db.sittings.update(sittingId, { handIn: null });
  });
}

/** The server's time agrees with the submission: from now on it is sent, and never taken back. */
export function confirmSubmission(db: LocalDb, sittingId: string): Promise<void> {
  return withStorage(db, () =>
    db.transaction('rw', [db.sittings], async () => {
      const sitting = await readSitting(db, sittingId);
      if (!sitting?.handIn) return;
      await db.sittings.update(sittingId, { handIn: { ...sitting.handIn, confirmed: true } });
    }),
  );
}
