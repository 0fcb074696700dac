// Stores a sitting that was opened, by the server or with the sealed paper on this phone. One transaction also stores
// the device's `started` event, the server's clock and who is signed in, so that everything after the start works
// without a network, whatever fails at whatever moment (rules 6, 14).
import type { HeardBeacon, OpenReply } from '#contract/wire/sync.ts';
import type { LocalDb } from './database.ts';
import { type KeptClock, type KeptSession, keepClock, keepSession } from './keep-facts.ts';
import { answersOf, readSitting } from './read-sitting.ts';
import { appendEvent, type Moment } from './record-event.ts';
import { timesAfter } from './record-time.ts';
import type { AnswerRow, SittingRow } from './rows.ts';
import { forgetSealed } from './sealed-paper.ts';
import { withStorage } from './storage-trouble.ts';

/**
 * Opening again changes no answer given on this device in the same epoch. In a new epoch the server's answers stand,
 * and this device's answers stand where the server has none.
 * @param clock a mark of the server's clock, stored at once: a reload in the next second must not go by the phone's
 *   date
 * @throws StorageTrouble
 */
export function storeOpened(
  db: LocalDb,
  uid: string,
  deviceId: string,
  reply: OpenReply,
  moment: Moment,
  { clock, session }: { clock: KeptClock; session: KeptSession | null },
): Promise<void> {
  const { sittingId, examId, examName, task, format, questions } = reply;
  return withStorage(db, () =>
    db.transaction('rw', [db.sittings, db.papers, db.answers, db.outbox, db.facts], async () => {
      const before = await readSitting(db, sittingId);
      const forgotten = (await db.papers.get(sittingId))?.questions.length === 0;
      await db.papers.put({ sittingId, examName, task, format, questions });
      if (before?.epoch !== reply.epoch || forgotten)
        await db.answers.bulkPut(mergeAnswers(reply, await answersOf(db, sittingId)));
      const acked = Math.max(before?.acked ?? 0, reply.acked);
      const row: SittingRow = {
        sittingId,
        uid,
        examId,
        deviceId,
        startedAt: Date.parse(reply.startedAt),
        ...timesAfter(before, reply),
        epoch: reply.epoch,
        writerEpoch: reply.epoch,
        acked,
        nextSeq: Math.max(before?.nextSeq ?? 1, acked + 1),
        serverState: reply.state,
        heardAt: Date.parse(reply.serverTime),
        words: beaconsAt(reply, before),
        unsureFrom: before?.unsureFrom ?? null,
        deviceKey: reply.deviceKey ?? before?.deviceKey ?? null,
        extraKey: reply.extraKey ?? before?.extraKey ?? null,
        grantedAt: before?.grantedAt ?? null,
        codesTaken: before?.codesTaken ?? [],
        largerText: reply.largerText ?? before?.largerText ?? false,
        others: before?.epoch === reply.epoch ? before.others : 0,
        // A submission in an old epoch was never received, or the sitting wouldn't have opened.
        handIn: before?.epoch === reply.epoch ? before.handIn : null,
        // A new epoch after a receipt: a proctor has reopened the sitting.
        receipt: reply.receipt ?? (before?.epoch === reply.epoch ? before.receipt : null),
        score: before?.score ?? null,
        position: before?.position ?? 0,
        documents: before?.epoch === reply.epoch ? before.documents : reply.documents,
      };
      await db.sittings.put(row);
      // The paper is now stored unsealed, so nothing needs the sealed one any more.
      await forgetSealed(db, uid, examId);
      await keepClock(db, clock);
      if (session?.uid === uid) await keepSession(db, session);
      if (row.nextSeq === 1) await appendEvent(db, row, { type: 'started', ...moment });
    }),
  );
}

/**
 * When nothing waits, the reply with the paper is the first beacon. While something waits, only a push closes the
 * silence, so the beacons stay as they are.
 */
function beaconsAt(reply: OpenReply, before: SittingRow | null): HeardBeacon[] {
  if (before && before.nextSeq - 1 > reply.acked) return before.words;
  const { serverTime, signature, startedAt, acked } = reply;
  const elapsed = Math.max(0, Date.parse(serverTime) - Date.parse(startedAt));
  return [{ serverTime, signature, elapsed, seq: acked }];
}

function mergeAnswers(reply: OpenReply, local: readonly AnswerRow[]): AnswerRow[] {
  const rows = new Map(local.map((row) => [row.qid, row]));
  const rowOf = (qid: string): AnswerRow =>
    rows.get(qid) ?? {
      sittingId: reply.sittingId,
      qid,
      answer: null,
      marked: false,
      visited: true,
    };
  for (const { qid, answer } of reply.answers) rows.set(qid, { ...rowOf(qid), answer });
  const marked = new Set(reply.marked);
  for (const qid of marked) rows.set(qid, rowOf(qid));
  return [...rows.values()].map((row) => ({ ...row, marked: marked.has(row.qid) }));
}
