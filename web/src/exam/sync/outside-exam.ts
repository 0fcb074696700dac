// What pages outside the exam do with the phone's disk: one module, so that it comes as one file, and only when needed.
import { localDb } from '../local-db/database.ts';
import { forgetPeople } from '../local-db/forget-people.ts';
import { findSitting } from '../local-db/read-sitting.ts';
import { readComingPaper, readHeldPaper } from '../local-db/sealed-paper.ts';
import { fetchPaper } from './fetch-paper.ts';
import { paperInWords } from './paper-in-words.ts';
import { restoreSession } from './session-on-disk.ts';
import { whySignOutMustWait } from './sign-out-guard.ts';
import { syncDepsOf } from './start-sync.ts';

/** Why this candidate can't sign out now, for a person; null when they can. @throws StorageTrouble */
export const reasonNotToSignOut = (uid: string) => whySignOutMustWait(localDb, uid);
/** @throws StorageTrouble */
export const forgetWhoWasHere = () => forgetPeople(localDb);
/** @throws StorageTrouble */
export const restoreWhoWasHere = () => restoreSession(localDb);

/**
 * Fetches the sealed paper of an exam that is still to come, as far as the network lets it.
 * @returns how far it is, for a person; null where the exam has begun here, or nothing can be kept
 */
export async function fetchPaperAhead(
  { uid, examId }: { uid: string; examId: string },
  signal: AbortSignal,
): Promise<string | null> {
  if (await findSitting(localDb, uid, examId)) return null;
  await fetchPaper(syncDepsOf(uid), { uid, examId }, signal).catch(() => {});
  const held = await readHeldPaper(localDb, uid, examId);
  return paperInWords(held, await readComingPaper(localDb, uid, examId));
}
