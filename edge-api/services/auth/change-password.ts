// A new password. Every other session of the user ends; after a one-time password the old one isn't asked
// for, since it is void.

import { and, eq, ne } from 'drizzle-orm';
import { countTries } from '#db/queries/throttles.ts';
import { readForSignIn } from '#db/queries/users.ts';
import { sessions, users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { refuseFurther } from '../throttle/throttle.ts';
import type { Caller } from './find-session.ts';
import { guessLimits } from './guess-limits.ts';
import { hashPassword, verifyPassword } from './hash-password.ts';
import { oneGuessAtATime } from './one-guess-at-a-time.ts';

export async function changePassword(
  deps: Deps,
  caller: Caller,
  typed: { password: string; newPassword: string; address: string },
): Promise<void> {
  if (!caller.mustChangePassword)
    await checkOldPassword(deps, caller.uid, typed.password, typed.address);
  const passwordHash = await hashPassword(typed.newPassword);
  await deps.db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ passwordHash, mustChangePassword: false, otpHash: null, otpExpiresAt: null })
      .where(eq(users.uid, caller.uid));
    await tx
      .delete(sessions)
      .where(and(eq(sessions.uid, caller.uid), ne(sessions.tokenHash, caller.tokenHash)));
    await recordAudit(tx, deps.now(), {
      actor: caller.uid,
      action: 'password.changed',
      subject: caller.uid,
    });
  });
}

function checkOldPassword(
  deps: Deps,
  uid: string,
  password: string,
  address: string,
): Promise<void> {
  return oneGuessAtATime(uid, async () => {
    const now = deps.now();
    const limits = guessLimits(uid, address);
    const { user, tallies } = await readForSignIn(
      deps.db,
      uid,
      limits.map(({ key }) => key),
      now,
    );
    refuseFurther(limits, tallies, now);
    if (user && (await verifyPassword(user.password_hash, password))) return;
    await countTries(deps.db, now, limits);
    throw new Problem('invalid', { fields: { password: 'This is not your present password.' } });
  });
}
