// What pages outside the exam do with the phone's disk: one module, so that it comes as one file, and only when needed.

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
/** Null without one, or where it is void: a proctor has reopened the exam [AT19]. @throws StorageTrouble */
export const receiptHere = (uid: string, examId: string): Promise<Receipt | null> =>
  whenToOpen
    .then(() => withStorage(localDb, () => findSitting(localDb, uid, examId)))
    .then((sitting) => (sitting?.serverState === 'open' ? null : (sitting?.receipt ?? null)));

/** How far the paper is, for a person; or until when an exam runs that has begun here, null where it was submitted. */
export type Ahead = { paper: string } | { until: number | null };

/**
 * Keeps the sealed paper of an exam that is still to come the one that stands, and tells how far it is whenever the disk
 * changes; null once the exam is over, or where the disk can't be read.
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

/** Null where the server knows better: it is over, or a proctor has stopped its clock. */
function howBegun(sitting: SittingRow): Ahead | null {
  const { submitted, received } = factsOf(sitting);
  if (submitted && !received) return { until: null };
  const runs = sitting.serverState === 'open' && !sitting.pausedAt;
  return runs ? { until: sitting.deadline } : null;
}

// Sign-out waits for all that is owed: a phone may be handed on after it (decision 31).

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
