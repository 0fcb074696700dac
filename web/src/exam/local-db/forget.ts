// Once the receipt is here, this phone no longer needs the paper, the answers and the pages, and a machine that several
// people use must not hold them. The receipt, the score and the exam's name stay until the sign-out.
import type { LocalDb } from './database.ts';
import { allSittings, readOwed } from './read-sitting.ts';
import { withStorage } from './storage-trouble.ts';

/** The transaction must be read-write over papers, answers and pages. A page with a piece still to be sent stays. */
export async function forgetPaper(db: LocalDb, sittingId: string): Promise<void> {
  await db.papers.update(sittingId, { task: '', questions: [] });
  await db.answers.where({ sittingId }).delete();
  for (const pending of [0, 2]) await db.pages.where({ sittingId, pending }).delete();
}

/**
 * Forgets the papers of sittings that have ended, of any candidate, where an older app or a dying browser left them.
 * @throws StorageTrouble
 */
export function forgetOldPapers(db: LocalDb): Promise<void> {
  return withStorage(db, () =>
    db.transaction('rw', [db.sittings, db.papers, db.answers, db.pages, db.outbox], async () => {
      for (const sitting of await allSittings(db)) {
        const elsewhere = sitting.serverState === 'submitted' && sitting.handIn === null;
        const isOver = elsewhere ? (await readOwed(db, sitting)).all === 0 : sitting.receipt;
        if (isOver) await forgetPaper(db, sitting.sittingId);
      }
    }),
  );
}

// After a sign-out, the next person at this machine finds nothing of the previous one.

/** Facts that belong to the machine: its device id, its clock, and the mark that storage can be written. */
const OF_THE_MACHINE = ['device', 'clock', 'storage-check'];

/**
 * Forgets who was signed in, and every sitting (of any candidate) that the server holds in full. A sitting with
 * something owed stays, with all that is needed to send it (rule 2).
 * @throws StorageTrouble; then nothing is forgotten
 */
export function forgetPeople(db: LocalDb): Promise<void> {
  return withStorage(db, () =>
    db.transaction('rw', db.tables, async () => {
      await db.facts.where('key').noneOf(OF_THE_MACHINE).delete();
      for (const sitting of await allSittings(db)) {
        if ((await readOwed(db, sitting)).all > 0) continue;
        const { sittingId } = sitting;
        for (const table of [db.papers, db.answers, db.pages]) {
          await table.where({ sittingId }).delete();
        }
        await db.sittings.delete(sittingId);
      }
    }),
  );
}
