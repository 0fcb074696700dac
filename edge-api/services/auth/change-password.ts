// A new password. Every other session of the user ends and every other device is forgotten; after a one-time password the old one isn't asked
// for, since it is void.

import { and, eq, ne } from 'drizzle-orm';
import { sessions, users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { noteRights } from '../hall/changes.ts';
import { checkPassword } from './check-password.ts';
import type { Caller } from './find-session.ts';
import { hashPassword } from './hash-password.ts';
import { refuseCommonPassword } from './refuse-common-password.ts';
import { refuseOwnWordsOf } from './refuse-own-words.ts';
import { deviceToken, forgetPlaces, placeOf } from './signed-in-before.ts';

export async function changePassword(
  deps: Deps,
  caller: Caller,
  typed: { password: string; newPassword: string; address: string; device: string | null },
): Promise<void> {
  if (!caller.mustChangePassword) await checkPassword(deps, caller, typed.password);
  const here = placeOf(deps, deviceToken(typed.device), typed.address);
  await refuseCommonPassword(typed.newPassword, 'newPassword');
  await refuseOwnWordsOf(deps, { password: typed.newPassword, field: 'newPassword' }, caller.uid);
  const passwordHash = await hashPassword(typed.newPassword);
  await deps.db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ passwordHash, mustChangePassword: false, otpHash: null, otpExpiresAt: null })
      .where(eq(users.uid, caller.uid));
    await tx
      .delete(sessions)
      .where(and(eq(sessions.uid, caller.uid), ne(sessions.tokenHash, caller.tokenHash)));
    await forgetPlaces(tx, caller.uid, here);
    await recordAudit(tx, deps.now(), {
      actor: caller.uid,
      action: 'password.changed',
      subject: caller.uid,
    });
  });
  noteRights(deps.db, caller.uid);
}
