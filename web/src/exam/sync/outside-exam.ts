// What pages outside the exam do with the phone's disk: one module, so that it comes as one file, and only when needed.
import { localDb, whenToOpen } from '../local-db/database.ts';
import { forgetPeople } from '../local-db/forget-people.ts';
import { findSitting } from '../local-db/read-sitting.ts';
import { readComingPaper, readHeldPaper } from '../local-db/sealed-paper.ts';
import { watch } from '../local-db/watch.ts';
import { keepPaper } from './keep-paper.ts';
import { paperInWords } from './paper-in-words.ts';
import { restoreSession } from './session-on-disk.ts';
import { whySignOutMustWait } from './sign-out-guard.ts';
import { syncDepsOf } from './start-sync.ts';

/** Why this candidate can't sign out now, for a person; null when they can. @throws StorageTrouble */
export const reasonNotToSignOut = (uid: string) =>
  whenToOpen.then(() => whySignOutMustWait(localDb, uid));
/** @throws StorageTrouble */
export const forgetWhoWasHere = () => whenToOpen.then(() => forgetPeople(localDb));
/** @throws StorageTrouble */
export const restoreWhoWasHere = () => whenToOpen.then(() => restoreSession(localDb));

/**
 * Keeps the sealed paper of an exam that is still to come the one that stands, and tells how far it is, for a person,
 * whenever the disk changes; null where the exam has begun here.
 * @returns how to stop
 */
export function followPaperAhead(
  { uid, examId }: { uid: string; examId: string },
  tell: (text: string | null) => void,
): () => void {
  const stopKeeping = keepPaper(syncDepsOf(uid), { uid, examId, startsAt: null });
  const stopWatching = watch(
    async () => {
      if (await findSitting(localDb, uid, examId)) return null;
      const held = await readHeldPaper(localDb, uid, examId);
      return paperInWords(held, await readComingPaper(localDb, uid, examId));
    },
    tell,
    (error) => console.warn('The paper on this phone could not be looked at', error),
  );
  return () => {
    stopKeeping();
    stopWatching();
  };
}
