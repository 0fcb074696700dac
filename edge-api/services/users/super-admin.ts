// The administrator's account: made at the first start, and reset from the command line.

import { randomBytes } from 'node:crypto';
import { eq, like, or } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { recordAudit } from '#api/services/audit/record-audit.ts';
import { forgetPlaces } from '#api/services/auth/guess-limits.ts';
import { hashPassword, newOneTimePassword, unusableHash } from '#api/services/auth/passwords.ts';
import { dropSecondFactor } from '#api/services/auth/second-factor.ts';
import { SUPER_ADMIN } from '#contract/wire/users.ts';
import type { Database } from '#db/client.ts';
import { sessions, throttles, users } from '#db/schema/people.ts';
import { endsSessions } from '../auth/sessions.ts';

/**
 * @param chosen the password to start with; if undefined, one is generated
 * @param isOnlyFirst whether another password must be chosen at the first sign-in, because this one stays in a log or a settings file
 * @returns the generated password, to be shown once; null when none was generated
 */
export async function ensureSuperAdmin(
  db: Database,
  { chosen, isOnlyFirst }: { chosen: string | undefined; isOnlyFirst: boolean },
): Promise<string | null> {
  const there = await db.orm
    .select({ uid: users.uid })
    .from(users)
    .where(eq(users.uid, SUPER_ADMIN));
  if (there.length > 0) return null;
  const password = chosen ?? randomBytes(16).toString('base64url');
  const added = await db.orm
    .insert(users)
    .values({
      uid: SUPER_ADMIN,
      role: 'admin',
      fullName: 'Administrator',
      passwordHash: await hashPassword(password),
      mustChangePassword: isOnlyFirst,
    })
    .onConflictDoNothing() // another process may be starting too
    .returning({ uid: users.uid });
  return added.length === 1 && chosen === undefined ? password : null;
}

// Lets someone who may run commands on the server give the administrator a one-time password for an hour. The old password, the second
// factor, all sessions and devices, and the counted sign-in tries are removed.

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
      .set({
        ...{ passwordHash, otpHash, otpExpiresAt: new Date(now() + VALID_MINUTES * 60_000) },
        ...endsSessions,
      })
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
