// How far a document page has come on its way to the server; the bytes stay on the phone until the end.
import type { LocalDb } from './database.ts';
import { withStorage } from './storage-trouble.ts';

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

/** The server misses pages that it once took, or that the phone believed it had. */
export function sendPagesAgain(
  db: LocalDb,
  sittingId: string,
  missing: readonly string[],
): Promise<void> {
  return withStorage(db, () =>
    db.transaction('rw', [db.pages], async () => {
      for (const sha256 of missing)
        await db.pages.update([sittingId, sha256], { pending: 1, sent: 0 });
    }),
  );
}

/** Why the server will never have a page: it refused it, or the phone has lost it. Null when it may come. */
export async function refusalOf(
  db: LocalDb,
  sittingId: string,
  sha256: string,
): Promise<string | null> {
  const page = await db.pages.get([sittingId, sha256]);
  return page
    ? page.refusal
    : 'A page of your answer is no longer on this phone. Please call the proctor.';
}
