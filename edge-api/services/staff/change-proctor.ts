// The administrator corrects who a proctor is and how to reach them. The uid and what they did stay.
import { and, eq, isNull } from 'drizzle-orm';
import type { Proctor, ProctorChange } from '#contract/desk/staff.ts';
import { violatedConstraint } from '#db/queries/read-error.ts';
import { users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { refuseTaken } from '../users/refuse-taken.ts';
import { readProctor, versionOf } from './list-proctors.ts';

/** @throws Problem not-found (also for a revoked account: restore it first), changed-meanwhile, email-taken, mobile-taken */
export async function changeProctor(
  deps: Deps,
  actor: string,
  uid: string,
  { version, ...change }: ProctorChange,
): Promise<Proctor> {
  const after = { ...change, email: change.email?.toLowerCase() ?? null };
  const taken = { mobile: after.mobile, email: after.email ?? undefined, for: uid };
  await refuseTaken(deps.db.orm, taken, 'administrator');
  try {
    await store(deps, actor, { uid, version, after });
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'users_email' || constraint === 'users_mobile')
      await refuseTaken(deps.db.orm, taken, 'administrator');
    throw error;
  }
  const proctor = await readProctor(deps.db.orm, uid);
  if (!proctor) throw new Problem('not-found');
  return proctor;
}

type Details = { fullName: string; mobile: string; email: string | null };

async function store(
  deps: Deps,
  actor: string,
  { uid, version, after }: { uid: string; version: string; after: Details },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [before] = await tx
      .select({ fullName: users.fullName, mobile: users.mobile, email: users.email })
      .from(users)
      .where(and(eq(users.uid, uid), eq(users.role, 'proctor'), isNull(users.revokedAt)))
      .for('update');
    if (!before) throw new Problem('not-found');
    if (versionOf(before) !== version) throw new Problem('changed-meanwhile');
    const names = ['fullName', 'mobile', 'email'] as const;
    const changed = names.filter((name) => before[name] !== after[name]);
    if (changed.length === 0) return;
    // A one-time password that went to the old number must not open the account any more.
    const voided = changed.includes('mobile') ? { otpHash: null, otpExpiresAt: null } : {};
    await tx
      .update(users)
      .set({ ...after, ...voided })
      .where(eq(users.uid, uid));
    await recordAudit(tx, deps.now(), {
      actor,
      action: 'proctor.changed',
      subject: uid,
      detail: { fields: changed }, // an entry stays for good, a telephone number need not
    });
  });
}
