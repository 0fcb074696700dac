// After a sign-out the next person at this machine finds nothing of the one before.
import type { LocalDb } from './database.ts';
import { readOwed } from './read-owed.ts';
import { readSitting } from './read-sitting.ts';
import { withStorage } from './storage-trouble.ts';

/** What belongs to the machine: its name towards the server, its clock, and that it can be written. */
const OF_THE_MACHINE = ['device', 'clock', 'storage-check'];

/**
 * Forgets who was signed in and every sitting, whoever's, of which the server has everything. What is owed stays,
 * with all that it needs to be sent (rule 2). @throws StorageTrouble; then nothing is forgotten
 */
export function forgetPeople(db: LocalDb): Promise<void> {
  return withStorage(db, () =>
    db.transaction('rw', db.tables, async () => {
      await db.facts.where('key').noneOf(OF_THE_MACHINE).delete();
      for (const sittingId of await db.sittings.toCollection().primaryKeys()) {
        const sitting = await readSitting(db, sittingId);
        if (!sitting || (await readOwed(db, sitting)).all > 0) continue;
        for (const table of [db.papers, db.answers, db.pages]) {
          await table.where({ sittingId }).delete();
        }
        await db.sittings.delete(sittingId);
      }
    }),
  );
}
