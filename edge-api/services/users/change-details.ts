// Writes new details of somebody: a candidate's own, or corrected by the office. The activity log says which were changed
// and not to what: an entry stays for good, a telephone number need not.
import { eq } from 'drizzle-orm';
import type { ActivityAction } from '#contract/desk/activity.ts';
import {
  type EducationKey,
  type EducationLevel,
  educationKeys,
  educationLevels,
} from '#contract/wire/users.ts';
import type { Orm } from '#db/client.ts';
import { users } from '#db/schema/people.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { INDIA_AHEAD_MS } from '../india-time.ts';

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

// Education as it is stored: only what was filled in, whichever of its two writings it was sent in, passed by this year.

type Sent = string | undefined;
type Level = { stream?: Sent; year?: Sent; marks?: Sent };

/** @param now milliseconds since 1970 @throws Problem invalid for a year of passing that is to come */
export function educationOf(
  form: Partial<Record<EducationKey, Sent> & Record<EducationLevel, Level | undefined>>,
  now: number,
): Partial<Record<EducationKey, string>> {
  const thisYear = new Date(now + INDIA_AHEAD_MS).getUTCFullYear();
  const filled: Partial<Record<EducationKey, string>> = {};
  for (const level of educationLevels) {
    const { stream, year, marks } = form[level] ?? {};
    if (stream) filled[`${level}Stream`] = stream;
    if (year) filled[`${level}Year`] = year;
    if (marks) filled[`${level}Marks`] = marks;
  }
  for (const key of educationKeys) if (form[key]) filled[key] = form[key];
  for (const level of educationLevels) {
    if (Number(filled[`${level}Year`] ?? 0) <= thisYear) continue;
    const field = form[`${level}Year`] ? `${level}Year` : `${level}.year`;
    throw new Problem('invalid', {
      fields: { [field]: `Please choose a year up to ${thisYear}.` },
    });
  }
  return filled;
}
