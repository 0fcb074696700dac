// localStorage is where the app and outside checks read who is signed in; the local database is what a dying battery
// leaves. The one is a mirror of the other while a sitting is on the phone.
import { readLocal, writeLocal } from '../lib/local-keys.ts';
import { readRecord, restoreRecord } from '../lib/session.ts';
import type { LocalDb } from '../local-db/database.ts';
import { type KeptSession, readSession } from '../local-db/keep-session.ts';

export function sessionNow(): KeptSession | null {
  const record = readRecord();
  return record && { ...record, eid: readLocal('eid') };
}

/** Puts back what localStorage lost. Who signed out is in neither. @throws StorageTrouble */
export async function restoreSession(db: LocalDb): Promise<void> {
  if (readRecord()) return;
  const kept = await readSession(db);
  // Somebody may have signed in while the disk was read.
  if (!kept || readRecord() || !restoreRecord(kept.user)) return;
  if (kept.eid && readLocal('eid') === null) writeLocal('eid', kept.eid);
}
