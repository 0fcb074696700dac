// A new password. Every other session of the user ends and every other device is forgotten; after a one-time password the old one isn't asked
// for, since it is void.
import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { recordAudit } from '#api/services/audit/record-audit.ts';
import { noteRights } from '#api/services/hall/changes.ts';
import {
  ONE_TIME_PASSWORD_MINUTES,
  queueNothing,
  queueSms,
} from '#api/services/messages/queue-sms.ts';
import { sendSmsSoon } from '#api/services/messages/send-due-sms.ts';
import { throttle } from '#api/services/throttle/throttle.ts';
import { sessions, users } from '#db/schema/people.ts';
import { findUid } from './find-uid.ts';
import {
  checkPassword,
  hashPassword,
  newOneTimePassword,
  refuseCommonPassword,
  refuseOwnWordsOf,
} from './passwords.ts';
import { type Caller, endsSessions, lockAccount } from './sessions.ts';
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
    await lockAccount(tx, caller);
    await tx
      .update(users)
      .set({
        ...{ passwordHash, mustChangePassword: false, otpHash: null, otpExpiresAt: null },
        ...endsSessions,
      })
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

/**
 * Forgot password: a one-time password by SMS, valid beside the old one for half an hour, so that nobody
 * can lock another out. A known and an unknown uid get the same answer for the same work.
 */
export async function resetPassword(
  deps: Deps,
  typed: { uid: string; address: string },
): Promise<void> {
  const uid = await findUid(deps.db, typed.uid);
  const now = deps.now();
  await throttle(deps, [
    { key: `reset ${uid}`, most: 3, seconds: 15 * 60 },
    { key: `reset from ${typed.address}`, most: 200, seconds: 15 * 60 },
  ]);
  const password = newOneTimePassword();
  const otpHash = await hashPassword(password);
  const otpExpiresAt = new Date(now + ONE_TIME_PASSWORD_MINUTES * 60_000);
  await deps.db.transaction(async (tx) => {
    const [found] = await tx
      .update(users)
      .set({ otpHash, otpExpiresAt })
      .where(
        and(
          eq(users.uid, uid),
          isNotNull(users.mobile),
          isNull(users.revokedAt),
          isNull(users.deletedAt),
          isNull(users.blockedAt),
        ),
      )
      .returning({ mobile: users.mobile });
    if (!found?.mobile) return queueNothing(tx, now, 'password-reset');
    await queueSms(tx, now, {
      purpose: 'password-reset',
      uid,
      mobile: found.mobile,
      vars: { password, minutes: String(ONE_TIME_PASSWORD_MINUTES) },
    });
  });
  sendSmsSoon(deps);
}
