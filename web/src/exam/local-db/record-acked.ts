// Records what the server says of a sitting. This is the only place that deletes from the outbox, in the transaction
// that records the acknowledgement (rule 2) [SY2]. When the receipt comes, the paper is deleted.
import type { ScoreList } from '#contract/wire/results.ts';
import type { PushReply, Receipt } from '#contract/wire/sync.ts';
import type { LocalDb } from './database.ts';
import { forgetPaper } from './forget.ts';
import { keepBeacon } from './keep-facts.ts';
import { answersOf, readSitting } from './read-sitting.ts';
import { mayWrite } from './record-event.ts';
import { timesAfter } from './record-time.ts';
import type { SittingRow } from './rows.ts';
import { withStorage } from './storage-trouble.ts';

/**
 * Replies may come late and out of order: acknowledgements and epochs only grow, and everything else is taken from the
 * reply with the newest server time.
 * @param believed the server's time (ms) as this phone had it when the server replied; null when unknown
 * @throws StorageTrouble; then nothing is changed, and the events are sent again
 */
export function recordAcked(
  db: LocalDb,
  sittingId: string,
  standing: PushReply,
  submitted: { receipt: Receipt | null; score: ScoreList } | null = null,
  believed: number | null = null,
): Promise<void> {
  const receipt = submitted?.receipt ?? null;
  const tables = [db.sittings, db.outbox, db.answers, ...(receipt ? [db.papers, db.pages] : [])];
  return withStorage(db, () =>
    db.transaction('rw', tables, async () => {
      const sitting = await readSitting(db, sittingId);
      if (!sitting) return;
      const acked = Math.max(sitting.acked, standing.acked);
      await db.outbox
        .where('[sittingId+seq]')
        .between([sittingId, 0], [sittingId, acked], true, true)
        .delete();
      await db.sittings.update(sittingId, {
        acked,
        // The server's log may be longer than this phone remembers; a number must never be used for a second event.
        nextSeq: Math.max(sitting.nextSeq, acked + 1),
        ...newest(sitting, standing),
        ...(await takeOthers(db, sitting, standing)),
        ...(believed !== null && heardBeacon(sitting, standing, acked, believed)),
        ...(submitted && {
          receipt: receipt ?? sitting.receipt,
          score: receipt ? submitted.score : sitting.score,
          // The state comes with the receipt, even if another server process whose clock is ahead has said something
          // newer: a sitting that is open again has no receipt [AT19].
          ...(receipt && { serverState: standing.state }),
        }),
      });
      if (receipt) await forgetPaper(db, sittingId);
    }),
  );
}

function heardBeacon(
  { words: beacons, unsureFrom, nextSeq, startedAt }: SittingRow,
  { serverTime, signature }: PushReply,
  acked: number,
  believed: number,
): Partial<SittingRow> {
  const beacon = {
    serverTime,
    signature,
    elapsed: Math.max(0, believed - startedAt),
    seq: nextSeq - 1,
    ...(unsureFrom !== null && { unsureFrom }),
  };
  return { words: keepBeacon(beacons, beacon, acked), unsureFrom: null };
}

function newest(sitting: SittingRow, told: PushReply): Partial<SittingRow> {
  const { serverTime, state, epoch } = told;
  const writerEpoch = Math.max(sitting.writerEpoch, epoch);
  const heardAt = Date.parse(serverTime);
  if (heardAt < sitting.heardAt) return { writerEpoch };
  return {
    writerEpoch,
    heardAt,
    ...timesAfter(sitting, told),
    serverState: state,
  };
}

// What another phone did before this one took over, and sent only afterwards, counts [AT13]. It is shown here as soon
// as the server tells of it.

/**
 * The transaction must be read-write over answers and outbox. What this phone did in its own epoch stands: acts that
 * the server had not seen are still in the outbox. A reply older than the last one is ignored; the next one tells the
 * same.
 * @returns the changes for the sitting's row
 */
async function takeOthers(
  db: LocalDb,
  sitting: SittingRow,
  { others, epoch, acked }: PushReply,
): Promise<Partial<SittingRow>> {
  if (!others || !mayWrite(sitting) || epoch !== sitting.epoch || acked < sitting.acked) return {};
  const { sittingId } = sitting;
  const waiting = await db.outbox.where({ sittingId }).toArray();
  const own = new Set(
    waiting.flatMap(({ epoch: turn, type, qid }) => {
      if (turn !== epoch) return [];
      return type === 'answered' || type === 'cleared' ? [qid] : [type];
    }),
  );
  const rows = new Map((await answersOf(db, sittingId)).map((row) => [row.qid, row]));
  const changed = others.answers.flatMap(({ qid, answer }) => {
    const row = rows.get(qid);
    if (own.has(qid) || (row?.answer ?? '') === answer) return [];
    const marks = row ?? { sittingId, qid, marked: false, visited: false };
    return [{ ...marks, answer, elsewhere: true }];
  });
  await db.answers.bulkPut(changed);
  const documents = own.has('documents') ? null : others.documents;
  return { others: others.count, ...(documents && { documents }) };
}
