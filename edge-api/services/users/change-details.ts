// Writes new details of somebody: a candidate's own, or corrected by the office. The activity log says which were changed
// and not to what: an entry stays for good, a telephone number need not.
import { eq } from 'drizzle-orm';
import type { ActivityAction } from '#contract/desk/activity.ts';
import type { Orm } from '#db/client.ts';
import { users } from '#db/schema/people.ts';
import { recordAudit } from '../audit/record-audit.ts';

type Details = Partial<typeof users.$inferInsert> & { mobile: string };

/** In the transaction that has locked them. Where all is as before nothing is written. */
export async function changeDetails(
  tx: Orm,
  now: number,
  change: {
    actor: string;
    action: ActivityAction;
    uid: string;
    before: object;
    after: Details;
    reason?: string | undefined;
  },
): Promise<void> {
  const { actor, action, uid, before, after, reason } = change;
  const changed = namesOfChanged(before, after);
  if (changed.length === 0) return;
  // A one-time password that went to the old number must not open the account any more.
  const voided = changed.includes('mobile') ? { otpHash: null, otpExpiresAt: null } : {};
  await tx
    .update(users)
    .set({ ...after, ...voided })
    .where(eq(users.uid, uid));
  await recordAudit(tx, now, {
    actor,
    action,
    subject: uid,
    detail: { fields: changed, ...(reason !== undefined && { reason }) },
  });
}

function namesOfChanged(before: object, after: object): string[] {
  const old = new Map(Object.entries(before).map(([name, value]) => [name, textOf(value)]));
  return Object.entries(after)
    .filter(([name, value]) => old.get(name) !== textOf(value))
    .map(([name]) => name);
}

function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
