// The app and outside checks read from localStorage who is signed in; the local database is what survives a dying
// battery. While a sitting is on the phone, each mirrors the other.

import { type KeptSession, readSession } from '#web/exam/local-db/keep-facts.ts';
import { readLocal, writeLocal } from '#web/shared/local-keys.ts';
import { readRecord, readUser, restoreRecord } from '#web/shared/session.ts';
import type { LocalDb } from '../local-db/database.ts';
import { findSitting } from '../local-db/read-sitting.ts';
import { withStorage } from '../local-db/storage-trouble.ts';
import { mirrorSitting, readBegun, readDone } from './mirror-storage.ts';

export function sessionNow(): KeptSession | null {
  const record = readRecord();
  return record && { ...record, eid: readLocal('eid') };
}

/**
 * Restores what localStorage lost, or still has as it was before the fee was paid: browsers write localStorage late.
 * Someone who signed out is in neither. @throws StorageTrouble
 */
export async function restoreSession(db: LocalDb): Promise<void> {
  if (isLost(readRecord()?.uid)) await restoreWho(db);
  const user = readUser();
  const examId = user?.examID ?? readLocal('eid');
  if (!user || !examId || readDone(examId) || readBegun(examId)) return;
  await withStorage(db, async () => {
    const row = await findSitting(db, user.uid, examId);
    if (row) await mirrorSitting(db, row);
  });
}

async function restoreWho(db: LocalDb): Promise<void> {
  const kept = await readSession(db);
  // Somebody may have signed in while the disk was read.
  if (!kept || !isLost(readRecord()?.uid, kept.uid) || !restoreRecord(kept.user)) return;
  if (kept.eid && readLocal('eid') === null) writeLocal('eid', kept.eid);
}

/** True when nobody is signed in, or when the owner of the sitting on this phone is recorded as not having paid yet. */
function isLost(uid: string | undefined, owner = uid): boolean {
  return uid === undefined || (uid === owner && readUser()?.status === 'Registered');
}
