// The administrator corrects who a proctor is and how to reach them. The uid and what they did stay.
import { and, eq, isNull } from 'drizzle-orm';
import type { Proctor, ProctorChange } from '#contract/desk/staff.ts';
import { users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { changeDetails } from '../users/change-details.ts';
import { ifFree, refuseTaken } from '../users/refuse-taken.ts';
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
  await ifFree(
    () => refuseTaken(deps.db.orm, taken, 'administrator'),
    () => store(deps, actor, { uid, version, after }),
  );
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
    await changeDetails(tx, deps.now(), {
      actor,
      action: 'proctor.changed',
      uid,
      before,
      after,
    });
  });
}
