// Stores an act of the candidate: the answer, the event and the next sequence number in one transaction, which waits
// for nothing else (rule 1).
import type { SittingEvent } from '#contract/wire/sync.ts';
import type { LocalDb } from './database.ts';
import { readSitting } from './read-sitting.ts';
import type { AnswerRow, SittingRow } from './rows.ts';
import { StorageTrouble, withStorage } from './storage-trouble.ts';

// Appends the next event of a sitting: its outbox row and the next sequence number, inside a transaction that also
// writes what the event means (rule 1).

/**
 * When something was done, in ms: `at` by the phone's own clock, `elapsed` since the start by the server's. `unsure`:
 * the app was restarted and has not heard from the server since.
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

/** An act on the paper. `started`, `submitted` and `reopened` have functions of their own. */
export type PaperAct = Pick<SittingEvent, 'qid' | 'answer'> & {
  type: Exclude<SittingEvent['type'], 'started' | 'submitted' | 'reopened'>;
};

/** False after the submission, and when another device has the turn [AT7]. */
export function mayWrite(sitting: SittingRow): boolean {
  return (
    sitting.handIn === null && sitting.receipt === null && sitting.epoch === sitting.writerEpoch
  );
}

/**
 * @returns the event's seq, or null when the sitting takes no acts any more
 * @throws StorageTrouble
 */
export function recordEvent(
  db: LocalDb,
  sittingId: string,
  act: PaperAct,
  moment: Moment,
): Promise<number | null> {
  return withStorage(db, () =>
    db.transaction('rw', [db.sittings, db.answers, db.outbox], async () => {
      const sitting = await readSitting(db, sittingId);
      if (!sitting) throw new StorageTrouble('gone', sittingId);
      if (!mayWrite(sitting)) return null;
      if (act.type === 'documents') {
        const documents = act.answer ? act.answer.split(',') : [];
        return appendEvent(db, sitting, { ...act, ...moment }, { documents });
      }
      if (act.qid !== undefined) await writeAnswer(db, sittingId, act.qid, act);
      return appendEvent(db, sitting, { ...act, ...moment });
    }),
  );
}

async function writeAnswer(
  db: LocalDb,
  sittingId: string,
  qid: string,
  act: PaperAct,
): Promise<void> {
  const row: AnswerRow = (await db.answers.get([sittingId, qid])) ?? {
    sittingId,
    qid,
    answer: null,
    marked: false,
    visited: true,
  };
  if (act.type === 'marked' || act.type === 'unmarked') row.marked = act.type === 'marked';
  else {
    row.answer = act.answer ?? '';
    row.elsewhere = false;
  }
  await db.answers.put(row);
}

// Submitting on this phone, and taking the submission back: events like any other, at the end of the log.

/**
 * Submits. The timer's submission is dated exactly at the deadline, however late the phone woke [AT10].
 * Submitting again changes nothing.
 * @param confirmed whether the time comes from the server [AT9]
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

/** Takes back a submission that the timer made by a wrong clock; one that may have been sent stays [AT9]. */
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
 * For when the server has said that another submission stands or another device has the turn. The server holds every
 * event of this submission; only its claim to a receipt is dropped.
 */
export function dropSubmission(db: LocalDb, sittingId: string): Promise<void> {
  return withStorage(db, async () => {
    await db.sittings.update(sittingId, { handIn: null });
  });
}

/** The server's time agrees with the submission: from now on the submission is sent, and never taken back. */
export function confirmSubmission(db: LocalDb, sittingId: string): Promise<void> {
  return withStorage(db, () =>
    db.transaction('rw', [db.sittings], async () => {
      const sitting = await readSitting(db, sittingId);
      if (!sitting?.handIn) return;
      await db.sittings.update(sittingId, { handIn: { ...sitting.handIn, confirmed: true } });
    }),
  );
}
