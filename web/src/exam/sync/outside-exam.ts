// What pages outside the exam do with the phone's disk: one module, so that it comes as one file, and only when needed.
import { localDb } from '../local-db/database.ts';
import { forgetPeople } from '../local-db/forget-people.ts';
import { restoreSession } from './session-on-disk.ts';
import { whySignOutMustWait } from './sign-out-guard.ts';

/** Why this candidate can't sign out now, for a person; null when they can. @throws StorageTrouble */
export const reasonNotToSignOut = (uid: string) => whySignOutMustWait(localDb, uid);
/** @throws StorageTrouble */
export const forgetWhoWasHere = () => forgetPeople(localDb);
/** @throws StorageTrouble */
export const restoreWhoWasHere = () => restoreSession(localDb);
