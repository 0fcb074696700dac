// A page of a document answer: its bytes and the event that names it, on disk together (rule 1).

import type { LocalDb } from './database.ts';
import { readSitting } from './read-sitting.ts';
import { appendEvent, type Moment, mayWrite } from './record-event.ts';
import { StorageTrouble, withStorage } from './storage-trouble.ts';

/**
 * Adds a page in the place of the one with the hash `replaces`, or after the others; a page that is already there
 * changes nothing.
 * @returns false when the sitting takes no acts any more
 * @throws StorageTrouble
 */
export function recordPage(
  db: LocalDb,
  sittingId: string,
  page: { sha256: string; type: string; bytes: ArrayBuffer },
  moment: Moment,
  replaces: string | null = null,
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
      const documents = [...sitting.documents];
      const at = documents.indexOf(replaces ?? '');
      documents.splice(at < 0 ? documents.length : at, 1, page.sha256);
      const event = { type: 'documents' as const, answer: documents.join(','), ...moment };
      await appendEvent(db, sitting, event, { documents });
      return true;
    }),
  );
}

// How much of a document page the server has; the bytes stay on the phone until the end.

/** @param sent bytes that the server holds, or why it will never take the page */
export function keepPageProgress(
  db: LocalDb,
  sittingId: string,
  sha256: string,
  progress: { sent: number; whole: boolean } | { refusal: string },
): Promise<void> {
  const change =
    'refusal' in progress
      ? { refusal: progress.refusal, pending: 2 as const }
      : { sent: progress.sent, pending: progress.whole ? (0 as const) : (1 as const) };
  return withStorage(db, async () => {
    await db.pages.update([sittingId, sha256], change);
  });
}

/** Records that another phone has sent a page: it is known here from now on, without its bytes. */
export function keepPageHeld(db: LocalDb, sittingId: string, sha256: string): Promise<void> {
  return withStorage(db, () =>
    db.transaction('rw', [db.pages], async () => {
      if (await db.pages.get([sittingId, sha256])) return;
      const held = { type: '', bytes: new ArrayBuffer(0), sent: 0, refusal: null };
      await db.pages.add({ sittingId, sha256, ...held, pending: 0 });
    }),
  );
}

/**
 * For pages that the server lacks although it once took them, or the phone believed so: those on this phone are sent
 * again.
 * @returns `refusal`: why the server will never take one of them, for a person; `elsewhere`: some are only on another
 *   phone
 */
export function sendPagesAgain(
  db: LocalDb,
  sittingId: string,
  missing: readonly string[],
): Promise<{ refusal: string | null; elsewhere: boolean }> {
  return withStorage(db, () =>
    db.transaction('rw', [db.pages], async () => {
      let refusal: string | null = null;
      let elsewhere = false;
      for (const sha256 of missing) {
        const page = await db.pages.get([sittingId, sha256]);
        refusal ??= page?.refusal ?? null;
        if (page && page.bytes.byteLength > 0) {
          if (!page.refusal) await db.pages.update([sittingId, sha256], { pending: 1, sent: 0 });
          continue;
        }
        elsewhere = true;
        await db.pages.delete([sittingId, sha256]);
      }
      return { refusal, elsewhere };
    }),
  );
}
