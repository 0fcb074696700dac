// Chooses a new password. Every other session of the user ends, and every other device is forgotten. Somebody who must choose one isn't
// asked for the old one, because they have just signed in with it.
import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { recordAudit } from '#api/services/audit/record-audit.ts';
import { noteRights } from '#api/services/hall/changes.ts';
import {
  OFFICE_PASSWORD_MINUTES,
  ONE_TIME_PASSWORD_MINUTES,
  queueNothing,
  queueSms,
  sendSmsSoon,
} from '#api/services/messages/sms-outbox.ts';
import { throttle } from '#api/services/throttle/throttle.ts';
import type { Orm } from '#db/client.ts';
import { sessions, users } from '#db/schema/people.ts';
import { Problem } from '../../problem.ts';
import { findUid } from './find-user.ts';
import { deviceToken, forgetPlaces, placeOfTry } from './guess-limits.ts';
import {
  checkPassword,
  hashPassword,
  looksLikeOneTimePassword,
  newOneTimePassword,
  readOneTimePassword,
  refuseCommonPassword,
  refuseOwnWordsOf,
  verifyPassword,
} from './passwords.ts';
import { type Caller, endsSessions, lockAccount } from './sessions.ts';

export async function changePassword(
  deps: Deps,
  caller: Caller,
  typed: { password: string; newPassword: string; address: string; device: string | null },
): Promise<void> {
  if (!caller.mustChangePassword && (await isChosenAlready(deps, caller, typed))) return;
  const here = placeOfTry(deps, deviceToken(typed.device), typed.address);
  await refuseCommonPassword(typed.newPassword, 'newPassword');
  await refuseOwnWordsOf(deps, { password: typed.newPassword, field: 'newPassword' }, caller.uid);
  await refuseGivenPassword(deps, caller, typed.newPassword);
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
 * Refuses a password that others may have read: a one-time password in a text message, or the administrator's first one in the server's
 * log or settings.
 */
async function refuseGivenPassword(
  { db }: Pick<Deps, 'db'>,
  { uid, mustChangePassword }: Caller,
  newPassword: string,
): Promise<void> {
  const [user] = await db.orm
    .select({ present: users.passwordHash, oneTime: users.otpHash })
    .from(users)
    .where(eq(users.uid, uid));
  const isOneTime =
    user?.oneTime &&
    looksLikeOneTimePassword(newPassword) &&
    (await verifyPassword(user.oneTime, readOneTimePassword(newPassword), true));
  const isFirst =
    user && mustChangePassword && (await verifyPassword(user.present, newPassword, true));
  if (!isOneTime && !isFirst) return;
  throw new Problem('invalid', {
    fields: {
      newPassword:
        'This is the password that you were given. Please choose one that only you know.',
    },
  });
}

/**
 * True when the new password is in force already: the reply to the change got lost, and the person sends it again. If
 * they heard that the old password is wrong, they would believe that the change failed.
 * @throws Problem invalid when neither password is right; throttled
 */
async function isChosenAlready(
  deps: Deps,
  caller: Caller,
  { password, newPassword }: { password: string; newPassword: string },
): Promise<boolean> {
  try {
    await checkPassword(deps, caller, password);
    return false;
  } catch (wrong) {
    if (!(wrong instanceof Problem) || wrong.code !== 'invalid') throw wrong;
    // This is another guess at the password, so it is counted like the first.
    await checkPassword(deps, caller, newPassword).catch(() => {
      throw wrong;
    });
    return true;
  }
}

/**
 * Forgot password: sends a one-time password by SMS, valid for half an hour. The old password keeps working, so that nobody
 * can lock another person out. Known and unknown uids get the same reply after the same work.
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

// A one-time password that an administrator gives to a candidate or a staff member.

type Prepared = { password: string; otpHash: string; expiresAt: Date };

/** Call it before the transaction, because hashing takes time. */
export async function preparePassword(now: number): Promise<Prepared> {
  const password = newOneTimePassword();
  return {
    password,
    otpHash: await hashPassword(password),
    expiresAt: new Date(now + OFFICE_PASSWORD_MINUTES * 60_000),
  };
}

export async function givePassword(
  tx: Orm,
  now: number,
  { uid, mobile }: { uid: string; mobile: string | null },
  { password, otpHash, expiresAt }: Prepared,
): Promise<void> {
  await tx.update(users).set({ otpHash, otpExpiresAt: expiresAt }).where(eq(users.uid, uid));
  if (!mobile) return;
  await queueSms(tx, now, {
    purpose: 'password-reset',
    uid,
    mobile,
    vars: { password, minutes: String(OFFICE_PASSWORD_MINUTES) },
  });
}
