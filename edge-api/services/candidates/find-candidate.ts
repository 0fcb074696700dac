// The candidate that the office means. Staff, the administrator and deleted accounts are none: whatever the office may do
// to a candidate, it can't do to them by their uid.
import { createHash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { normaliseUid } from '#api/services/auth/find-user.ts';
import type { Orm } from '#db/client.ts';
import { users } from '#db/schema/people.ts';
import { Problem } from '../../problem.ts';

export type CandidateUser = typeof users.$inferSelect;

const meant = (uid: string) =>
  and(eq(users.uid, normaliseUid(uid)), eq(users.role, 'candidate'), isNull(users.deletedAt));

/** @throws Problem not-found */
export async function findCandidate(orm: Orm, uid: string): Promise<CandidateUser> {
  const [user] = await orm.select().from(users).where(meant(uid));
  if (!user) throw new Problem('not-found');
  return user;
}

/** In a transaction: whoever pays for them, lets them in or deletes them waits. @throws Problem not-found */
export async function lockCandidate(tx: Orm, uid: string): Promise<CandidateUser> {
  const [user] = await tx.select().from(users).where(meant(uid)).for('update');
  if (!user) throw new Problem('not-found');
  return user;
}

/** The same for the same details: who changes them names what they have seen. */
export function versionOf(
  user: Pick<CandidateUser, 'fullName' | 'mobile' | 'email' | 'dateOfBirth' | 'note'>,
): string {
  const text = JSON.stringify([
    user.fullName,
    user.mobile,
    user.email,
    user.dateOfBirth,
    user.note,
  ]);
  return createHash('sha256').update(text).digest('base64url');
}
