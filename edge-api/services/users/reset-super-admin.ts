/**
 * The administrator's way back in, for who may run commands on the server: a one-time password for an hour. The old
 * password, the second factor, all sessions and devices, and what was counted against the sign-in are gone.
 */
import { eq, like, or } from 'drizzle-orm';
import { SUPER_ADMIN } from '#contract/wire/users.ts';
import { sessions, throttles, users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { hashPassword, unusableHash } from '../auth/hash-password.ts';
import { newOneTimePassword } from '../auth/one-time-password.ts';
import { dropSecondFactor } from '../auth/second-factor.ts';
import { forgetPlaces } from '../auth/signed-in-before.ts';

const VALID_MINUTES = 60;

/** @returns the one-time password; null when there is no administrator yet */
export async function resetSuperAdmin({
  db,
  now,
}: Pick<Deps, 'db' | 'now'>): Promise<string | null> {
  const password = newOneTimePassword();
  const otpHash = await hashPassword(password);
  const passwordHash = await unusableHash();
  const found = await db.transaction(async (tx) => {
    const changed = await tx
      .update(users)
      .set({ passwordHash, otpHash, otpExpiresAt: new Date(now() + VALID_MINUTES * 60_000) })
      .where(eq(users.uid, SUPER_ADMIN))
      .returning({ uid: users.uid });
    if (changed.length === 0) return false;
    await dropSecondFactor(tx, SUPER_ADMIN);
    await tx.delete(sessions).where(eq(sessions.uid, SUPER_ADMIN));
    await forgetPlaces(tx, SUPER_ADMIN);
    await tx
      .delete(throttles)
      .where(
        or(
          like(throttles.key, `guess ${SUPER_ADMIN}%`),
          like(throttles.key, `code ${SUPER_ADMIN}%`),
        ),
      );
    await recordAudit(tx, now(), {
      actor: 'server',
      action: 'administrator.reset',
      subject: SUPER_ADMIN,
    });
    return true;
  });
  return found ? password : null;
}
