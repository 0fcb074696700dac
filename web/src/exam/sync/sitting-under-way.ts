// Whether the app must stay as it is: between start and receipt no new version takes over (rule 5).
import type { LocalDb } from '../local-db/database.ts';
import { readOwed } from '../local-db/read-owed.ts';
import { sittingsOf } from '../local-db/read-sitting.ts';
import type { SittingRow } from '../local-db/rows.ts';
import { factsOf } from './sitting-facts.ts';

/** @throws StorageTrouble; who asks must then assume that one is under way */
export async function isSittingUnderWay(db: LocalDb, uid: string): Promise<boolean> {
  for (const sitting of await sittingsOf(db, uid)) {
    if (isUnfinished(sitting) || (await readOwed(db, sitting)).all > 0) return true;
  }
  return false;
}

function isUnfinished(sitting: SittingRow): boolean {
  const { received, mine, submittedElsewhere } = factsOf(sitting);
  return !received && mine && !submittedElsewhere;
}
