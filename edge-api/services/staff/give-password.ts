// A one-time password for a proctor, shown to the administrator once and sent by SMS. The one chosen before
// keeps working until this one is used, as after "forgot password"; a second factor that they lost goes at once.
import { and, eq, isNull } from 'drizzle-orm';
import { hashPassword, newOneTimePassword } from '#api/services/auth/passwords.ts';
import type { ProctorPassword } from '#contract/desk/staff.ts';
import type { Orm } from '#db/client.ts';
import { users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { dropSecondFactor } from '../auth/second-factor.ts';
import { OFFICE_PASSWORD_MINUTES, queueSms } from '../messages/queue-sms.ts';
import { sendSmsSoon } from '../messages/send-due-sms.ts';

type Prepared = { password: string; otpHash: string; expiresAt: Date };

/** Hashing takes time, so it is done before the transaction. */
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

/** @throws Problem not-found, also for a revoked account: restore it first */
export async function renewPassword(
  deps: Deps,
  actor: string,
  uid: string,
): Promise<ProctorPassword> {
  const prepared = await preparePassword(deps.now());
  await deps.db.transaction(async (tx) => {
    const [proctor] = await tx
      .select({ uid: users.uid, mobile: users.mobile })
      .from(users)
      .where(and(eq(users.uid, uid), eq(users.role, 'proctor'), isNull(users.revokedAt)))
      .for('update');
    if (!proctor) throw new Problem('not-found');
    await dropSecondFactor(tx, uid);
    await givePassword(tx, deps.now(), proctor, prepared);
    await recordAudit(tx, deps.now(), { actor, action: 'proctor.password-given', subject: uid });
  });
  sendSmsSoon(deps);
  return { uid, password: prepared.password, validUntil: prepared.expiresAt.toISOString() };
}
