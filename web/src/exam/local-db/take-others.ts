// What another phone did before this one took over, and brought to the server after: shown here as soon as the
// server tells of it, because it counts [AT13].
import type { PushReply } from '#contract/wire/sync.ts';
import type { LocalDb } from './database.ts';
import { answersOf } from './read-sitting.ts';
import { mayWrite } from './record-event.ts';
import type { SittingRow } from './rows.ts';

/**
 * The transaction must be read-write over answers and outbox. What this phone did in its turn stands: what the
 * server had not seen of it is still in the outbox, unless the reply is older than the last one; then the next tells.
 * @returns what is to be written to the sitting's row
 */
export async function takeOthers(
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
