// The office corrects who a candidate is and how to reach them, and keeps a note. The uid and all that was done stay.
import { eq } from 'drizzle-orm';
import type { CandidateChange } from '#contract/desk/candidates.ts';
import { users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { changeDetails } from '../users/change-details.ts';
import { ifFree, refuseTaken } from '../users/refuse-taken.ts';
import { lockCandidate, versionOf } from './find-candidate.ts';

/** @throws Problem not-found, changed-meanwhile, email-taken, mobile-taken */
export async function changeCandidate(
  deps: Deps,
  actor: string,
  uid: string,
  { version, reason, ...change }: CandidateChange,
): Promise<void> {
  const after = { ...change, email: change.email?.toLowerCase() ?? null };
  const taken = { mobile: after.mobile, email: after.email ?? undefined, for: uid };
  await ifFree(
    () => refuseTaken(deps.db.orm, taken, 'administrator'),
    () =>
      deps.db.transaction(async (tx) => {
        const before = await lockCandidate(tx, uid);
        if (versionOf(before) !== version) throw new Problem('changed-meanwhile');
        await changeDetails(tx, deps.now(), {
          actor,
          action: 'candidate.changed',
          uid: before.uid,
          before,
          after,
          reason,
        });
      }),
  );
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
