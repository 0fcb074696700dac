// The administrator is there from the first start on.
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { SUPER_ADMIN } from '#contract/wire/users.ts';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/people.ts';
import { hashPassword } from '../auth/hash-password.ts';

/**
 * @param chosen the password to start with; without one it is made up
 * @returns the password that was made up, to be shown once; null when there was none to make
 */
export async function ensureSuperAdmin(
  db: Database,
  chosen: string | undefined,
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
    })
    .onConflictDoNothing() // another process may be starting too
    .returning({ uid: users.uid });
  return added.length === 1 && chosen === undefined ? password : null;
}
