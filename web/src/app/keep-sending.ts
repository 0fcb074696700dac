/**
 * What was done in an exam goes on to the server from whatever page is open, until its receipt. The database
 * and the machines are fetched only on a phone that has such a sitting.
 */
import { readUser } from '#web/lib/session.ts';
import { isSittingNoted, noteSittingUnderWay } from '#web/pwa/sitting-note.ts';

export async function keepSending(): Promise<void> {
  const uid = readUser()?.uid;
  if (!uid || !(await isSittingNoted())) return;
  const { startSync } = await import('#web/sync/start-sync.ts');
  startSync({ uid, noteSittingUnderWay });
}
