// Sign-out waits for all that is owed: a phone may be handed on after it (decisions.md section 8).
import type { LocalDb } from '../local-db/database.ts';
import { type Owed, readOwed } from '../local-db/read-owed.ts';
import { sittingsOf } from '../local-db/read-sitting.ts';

/** Why this candidate can't sign out now, for a person; null when they can. @throws StorageTrouble */
export async function whySignOutMustWait(db: LocalDb, uid: string): Promise<string | null> {
  for (const sitting of await sittingsOf(db, uid)) {
    const owed = await readOwed(db, sitting);
    if (owed.acts + owed.pages > 0) {
      return `${inWords(owed)} not reached the exam server yet. Please connect to a network and wait until everything is received, then log out.`;
    }
    if (owed.submission) {
      return 'Your submission has not been received by the exam server yet. Please connect to a network and wait for the receipt, then log out.';
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
