/**
 * What was done in an exam goes on to the server from whatever page is open, until its receipt. The database
 * and the machines are fetched only on a phone that has such a sitting.
 */

import { isSittingNoted, noteSittingUnderWay } from '#web/pwa/sitting-note.ts';
import { hasDatabase, KEPT_FORMS, LOCAL_DB } from '#web/shared/has-database.ts';
import { hasUserRecord } from '#web/shared/session-watch.ts';

export async function keepSending(): Promise<void> {
  if (!hasUserRecord()) await restoreWhoWasHere();
  if (!hasUserRecord() || !(await isSittingNoted())) return;
  const { readUser } = await import('#web/shared/session.ts');
  const uid = readUser()?.uid;
  if (!uid) return;
  const { startSync, syncDepsOf } = await import('#web/exam/sync/start-sync.ts');
  startSync(syncDepsOf(uid), { uid, noteSittingUnderWay });
}

/** A battery that died took what localStorage had not written yet. */
async function restoreWhoWasHere(): Promise<void> {
  if (!(await hasDatabase(LOCAL_DB))) return;
  await (await import('#web/exam/sync/outside-exam.ts')).restoreWhoWasHere();
}

/** Public forms that were written without network; what sends them is fetched only where some ever were. */
export async function keepSendingForms(): Promise<void> {
  if (!(await hasDatabase(KEPT_FORMS))) return;
  const kept = await import('#web/site/enquiries/kept-forms.ts');
  kept.keepSendingForms();
}
