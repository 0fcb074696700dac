// Where the candidate is in the paper: kept so that a reload continues at the same question (rule 6). No event:
// the server has no need of it.
import type { LocalDb } from './database.ts';
import { withStorage } from './storage-trouble.ts';

/** Keeps the index of the question on screen and marks its qid as visited. @throws StorageTrouble */
export function keepPosition(
  db: LocalDb,
  sittingId: string,
  position: number,
  qid: string,
): Promise<void> {
  return withStorage(db, () =>
    db.transaction('rw', [db.sittings, db.answers], async () => {
      await db.sittings.update(sittingId, { position });
      const row = await db.answers.get([sittingId, qid]);
      await db.answers.put({ sittingId, qid, answer: null, marked: false, ...row, visited: true });
    }),
  );
}
