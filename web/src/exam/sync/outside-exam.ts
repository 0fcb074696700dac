// What pages outside the exam do with the phone's disk. One module, so that it loads as one file, and only when needed.

import type { Receipt } from '#contract/wire/sync.ts';
import { forgetPeople } from '#web/exam/local-db/forget.ts';
import { type LocalDb, localDb, whenToOpen } from '../local-db/database.ts';
import { findSitting, type Owed, readOwed, sittingsOf } from '../local-db/read-sitting.ts';
import type { SittingRow } from '../local-db/rows.ts';
import { readComingPaper, readHeldPaper } from '../local-db/sealed-paper.ts';
import { watch, withStorage } from '../local-db/storage-trouble.ts';
import { keepPaper, paperInWords } from './keep-paper.ts';
import { restoreSession } from './session-on-disk.ts';
import { factsOf } from './sitting-facts.ts';
import { syncDepsOf } from './start-sync.ts';

/** Why this candidate can't sign out now, for a person; null when they can. @throws StorageTrouble */
export const reasonNotToSignOut = (uid: string) =>
  whenToOpen.then(() => whySignOutMustWait(localDb, uid));
/** @throws StorageTrouble */
export const forgetWhoWasHere = () => whenToOpen.then(() => forgetPeople(localDb));
/** @throws StorageTrouble */
export const restoreWhoWasHere = () => whenToOpen.then(() => restoreSession(localDb));
/**
 * Null when there is no receipt, or when it is void because a proctor has reopened the exam [AT19].
 * @throws StorageTrouble
 */
export const receiptHere = (uid: string, examId: string): Promise<Receipt | null> =>
  whenToOpen
    .then(() => withStorage(localDb, () => findSitting(localDb, uid, examId)))
    .then((sitting) => (sitting?.serverState === 'open' ? null : (sitting?.receipt ?? null)));

/** How far the paper is, in words; or until when (ms) an exam that has begun here runs, null once it is submitted. */
export type Ahead = { paper: string } | { until: number | null };

/**
 * Keeps the sealed paper of a coming exam up to date, and tells how far it is whenever the disk changes; tells null
 * once the exam is over, or when the disk can't be read.
 * @returns how to stop
 */
export function followPaperAhead(
  { uid, examId }: { uid: string; examId: string },
  tell: (ahead: Ahead | null) => void,
): () => void {
  const stopKeeping = keepPaper(syncDepsOf(uid), { uid, examId, startsAt: null });
  const stopWatching = watch(
    async () => {
      const sitting = await findSitting(localDb, uid, examId);
      if (sitting) return howBegun(sitting);
      const held = await readHeldPaper(localDb, uid, examId);
      return { paper: paperInWords(held, await readComingPaper(localDb, uid, examId)) };
    },
    tell,
    (error) => {
      console.warn(error);
      tell(null);
    },
  );
  return () => {
    stopKeeping();
    stopWatching();
  };
}

/** Null when the server knows better: the exam is over, or a proctor has paused it. */
function howBegun(sitting: SittingRow): Ahead | null {
  const { submitted, received } = factsOf(sitting);
  if (submitted && !received) return { until: null };
  const runs = sitting.serverState === 'open' && !sitting.pausedAt;
  return runs ? { until: sitting.deadline } : null;
}

// Sign-out waits until nothing is owed, because the phone may be passed on to someone else afterwards (decision 31).

/** Why this candidate can't sign out now, for a person; null when they can. @throws StorageTrouble */
export async function whySignOutMustWait(db: LocalDb, uid: string): Promise<string | null> {
  for (const sitting of await sittingsOf(db, uid)) {
    const owed = await readOwed(db, sitting);
    if (owed.acts + owed.pages > 0) {
      return `${inWords(owed)} not reached the exam server yet. Please go online and wait until everything has been received, then log out.`;
    }
    if (owed.submission) {
      return 'The exam server hasn’t received your submission yet. Please go online and wait for the receipt, then log out.';
    }
  }
  return null;
}

function inWords({ acts, pages }: Owed): string {
  const parts = [
    ...(acts > 0 ? [acts === 1 ? '1 answer' : `${acts} answers`] : []),
    ...(pages > 0 ? [pages === 1 ? '1 document page' : `${pages} document pages`] : []),
  ];
  return `${parts.join(' and ')} on this phone ${acts + pages === 1 ? 'has' : 'have'}`;
}
