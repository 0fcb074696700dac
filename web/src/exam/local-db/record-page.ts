// A page of a document answer: its bytes and the event that names it, on disk together (rule 1).
import { appendEvent, type Moment } from './append-event.ts';
import type { LocalDb } from './database.ts';
import { readSitting } from './read-sitting.ts';
import { mayWrite } from './record-event.ts';
import { StorageTrouble, withStorage } from './storage-trouble.ts';

/**
 * Adds a page after the others; a page that is there already changes nothing.
 * @returns false when the sitting takes no acts any more
 * @throws StorageTrouble
 */
export function recordPage(
  db: LocalDb,
  sittingId: string,
  page: { sha256: string; type: string; bytes: ArrayBuffer },
  moment: Moment,
): Promise<boolean> {
  return withStorage(db, () =>
    db.transaction('rw', [db.sittings, db.outbox, db.pages], async () => {
      const sitting = await readSitting(db, sittingId);
      if (!sitting) throw new StorageTrouble('gone', sittingId);
      if (!mayWrite(sitting)) return false;
      if (sitting.documents.includes(page.sha256)) return true;
      if (!(await db.pages.get([sittingId, page.sha256]))) {
        await db.pages.add({ sittingId, ...page, sent: 0, refusal: null, pending: 1 });
      }
      const documents = [...sitting.documents, page.sha256];
      const event = { type: 'documents' as const, answer: documents.join(','), ...moment };
      await appendEvent(db, sitting, event, { documents });
      return true;
    }),
  );
}
