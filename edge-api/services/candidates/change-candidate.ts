// The office corrects who a candidate is and how to reach them, and keeps a note. The uid and all that was done stay.
import { eq } from 'drizzle-orm';
import type { CandidateChange } from '#contract/desk/candidates.ts';
import { violatedConstraint } from '#db/queries/read-error.ts';
import { users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { refuseTaken } from '../users/refuse-taken.ts';
import { lockCandidate, versionOf } from './find-candidate.ts';

/** @throws Problem not-found, changed-meanwhile, email-taken, mobile-taken */
export async function changeCandidate(
  deps: Deps,
  actor: string,
  uid: string,
  { version, reason, ...change }: CandidateChange,
): Promise<void> {
  const after = { ...change, email: change.email?.toLowerCase() ?? null };
  const requireFree = () =>
    refuseTaken(
      deps.db.orm,
      { mobile: after.mobile, email: after.email ?? undefined, for: uid },
      'administrator',
    );
  await requireFree();
  try {
    await deps.db.transaction(async (tx) => {
      const before = await lockCandidate(tx, uid);
      if (versionOf(before) !== version) throw new Problem('changed-meanwhile');
      const names = ['fullName', 'mobile', 'email'] as const;
      const changed = names.filter((name) => before[name] !== after[name]);
      if (changed.length === 0) return;
      // A one-time password that went to the old number must not open the account any more.
      const voided = changed.includes('mobile') ? { otpHash: null, otpExpiresAt: null } : {};
      await tx
        .update(users)
        .set({ ...after, ...voided })
        .where(eq(users.uid, before.uid));
      await recordAudit(tx, deps.now(), {
        actor,
        action: 'candidate.changed',
        subject: before.uid,
        detail: { fields: changed, reason }, // an entry stays for good, a telephone number need not
      });
    });
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'users_email' || constraint === 'users_mobile') await requireFree();
    throw error;
  }
}

/** @throws Problem not-found, changed-meanwhile */
export async function changeNote(
  deps: Deps,
  actor: string,
  uid: string,
  { note, version }: { note: string; version: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const before = await lockCandidate(tx, uid);
    if (versionOf(before) !== version) throw new Problem('changed-meanwhile');
    if (before.note === note) return;
    await tx.update(users).set({ note }).where(eq(users.uid, before.uid));
    await recordAudit(tx, deps.now(), { actor, action: 'candidate.noted', subject: before.uid });
  });
}
