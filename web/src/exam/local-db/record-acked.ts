// What the server says of a sitting, written down. The only place that deletes from the outbox, in the
// transaction that records the acknowledgement (rule 2) [SY2]. With the receipt the paper goes.
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
 * Replies may come late and out of order: acknowledgements and turns only grow, and the rest is of the newest
 * server time.
 * @param believed what the phone took the time for when the server said this
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
        // A log longer than the phone's memory of it: a number must never be used for a second event.
        nextSeq: Math.max(sitting.nextSeq, acked + 1),
        ...newest(sitting, standing),
        ...(await takeOthers(db, sitting, standing)),
        ...(believed !== null && heardBeacon(sitting, standing, acked, believed)),
        ...(submitted && {
          receipt: receipt ?? sitting.receipt,
          score: receipt ? submitted.score : sitting.score,
          // Whatever another process has said by a clock that was ahead: what is open again has no receipt [AT19].
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

// What another phone did before this one took over, and brought to the server after: shown here as soon as the
// server tells of it, because it counts [AT13].

/**
 * The transaction must be read-write over answers and outbox. What this phone did in its turn stands: what the
 * server had not seen of it is still in the outbox, unless the reply is older than the last one; then the next tells.
 * @returns what is to be written to the sitting's row
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
