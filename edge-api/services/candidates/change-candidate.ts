// The office corrects who a candidate is and how to reach them, and keeps a note. The uid and all that was done stay.
import { eq } from 'drizzle-orm';
import type { CandidateChange } from '#contract/desk/candidates.ts';
import { users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { sendSmsSoon } from '../messages/send-due-sms.ts';
import { givePassword, preparePassword } from '../staff/give-password.ts';
import { changeDetails } from '../users/change-details.ts';
import { ifFree, refuseTaken } from '../users/refuse-taken.ts';
import { refuseTooYoung } from '../users/sign-up.ts';
import { lockCandidate, versionOf } from './find-candidate.ts';

/** @throws Problem not-found, changed-meanwhile, email-taken, mobile-taken, invalid (dateOfBirth) */
export async function changeCandidate(
  deps: Deps,
  actor: string,
  uid: string,
  { version, reason, dateOfBirth, ...change }: CandidateChange,
): Promise<void> {
  if (dateOfBirth !== undefined)
    await refuseTooYoung(deps, dateOfBirth, {
      unborn: 'This can’t be a date of birth.',
      tooYoung: (least) => `A candidate must be at least ${least} years old.`,
    });
  const after = {
    ...change,
    ...(dateOfBirth !== undefined && { dateOfBirth }),
    email: change.email?.toLowerCase() ?? null,
  };
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

// A one-time password for a candidate, by SMS and nowhere else: nobody in the office can sign in as a candidate. The
// password they chose keeps working until this one is used.

/** @throws Problem not-found, account-blocked, invalid (there is no number to send it to) */
export async function sendPassword(
  deps: Deps,
  actor: string,
  uid: string,
  reason: string,
): Promise<{ validUntil: string }> {
  const prepared = await preparePassword(deps.now());
  await deps.db.transaction(async (tx) => {
    const user = await lockCandidate(tx, uid);
    if (user.blockedAt)
      throw new Problem('account-blocked', {
        sentence: 'This account is blocked. Unblock it first.',
      });
    if (!user.mobile)
      throw new Problem('invalid', {
        sentence: 'There is no mobile number to send it to. Add one first.',
      });
    await givePassword(tx, deps.now(), user, prepared);
    await recordAudit(tx, deps.now(), {
      actor,
      action: 'candidate.password-sent',
      subject: user.uid,
      detail: { reason },
    });
  });
  sendSmsSoon(deps);
  return { validUntil: prepared.expiresAt.toISOString() };
}
