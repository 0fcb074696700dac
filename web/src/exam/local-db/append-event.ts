// The next event of a sitting: its outbox row and the next sequence number, for use inside a transaction
// that also writes what the event means (rule 1).
import type { SittingEvent } from '#contract/wire/sync.ts';
import type { LocalDb } from './database.ts';
import type { SittingRow } from './rows.ts';

/**
 * When something was done: `at` by the phone's own clock, `elapsed` since the start by the server's. `unsure`: the app
 * was started anew and has not heard the server since.
 */
export type Moment = { at: number; elapsed: number; unsure?: true };

/** The transaction must be read-write over sittings and outbox. */
export async function appendEvent(
  db: LocalDb,
  sitting: SittingRow,
  { unsure, ...event }: Omit<SittingEvent, 'seq'> & Moment,
  change: Partial<SittingRow> = {},
): Promise<number> {
  const { sittingId, epoch, nextSeq } = sitting;
  const unsureFrom = unsure ? (sitting.unsureFrom ?? nextSeq) : sitting.unsureFrom;
  await db.outbox.add({ ...event, sittingId, epoch, seq: nextSeq });
  await db.sittings.update(sittingId, { ...change, unsureFrom, nextSeq: nextSeq + 1 });
  return nextSeq;
}
