// A one-time password for a candidate, by SMS and nowhere else: nobody in the office can sign in as a candidate. The
// password they chose keeps working until this one is used.
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { sendSmsSoon } from '../messages/send-due-sms.ts';
import { givePassword, preparePassword } from '../staff/give-password.ts';
import { lockCandidate } from './find-candidate.ts';

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
