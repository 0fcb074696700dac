// Ends one session; what it follows ends with it.
import type { Database } from '#db/client.ts';
import { noteRights } from '../hall/changes.ts';
import type { Caller } from './find-session.ts';

export async function signOut(db: Database, caller: Caller): Promise<void> {
  await db.rows('delete from sessions where token_hash = $1', [caller.tokenHash]);
  noteRights(db, caller.uid);
}
