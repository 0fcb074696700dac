/**
 * Forgot password: a one-time password by SMS, valid beside the old one for half an hour, so that nobody
 * can lock another out. A known and an unknown uid get the same answer for the same work.
 */
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { ONE_TIME_PASSWORD_MINUTES, queueNothing, queueSms } from '../messages/queue-sms.ts';
import { sendSmsSoon } from '../messages/send-due-sms.ts';
import { throttle } from '../throttle/throttle.ts';
import { findUid } from './find-uid.ts';
import { hashPassword } from './hash-password.ts';
import { newOneTimePassword } from './one-time-password.ts';

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
