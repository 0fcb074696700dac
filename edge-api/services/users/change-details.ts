// Writes new details of a person, changed by the candidate or corrected by the office. The activity log says which details changed but not
// their values, because its entries are kept for good and a telephone number need not be.
import { and, eq, ne, or } from 'drizzle-orm';
import type { ActivityAction } from '#contract/desk/activity.ts';
import {
  type EducationKey,
  type EducationLevel,
  educationKeys,
  educationLevels,
} from '#contract/site/registration.ts';
import type { Orm } from '#db/client.ts';
import { violatedConstraint } from '#db/queries/read-error.ts';
import { users } from '#db/schema/people.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { INDIA_AHEAD_MS } from '../india-time.ts';

type Details = Partial<typeof users.$inferInsert> & { mobile: string };

/** Call this in the transaction that has locked the user. Writes nothing when no detail differs. */
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
  // A one-time password sent to the old number must no longer open the account.
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

// Education as it is stored: only the fields that were filled in, sent in either of two formats, with no year of passing in the future.

type Sent = string | undefined;
type Level = { stream?: Sent; year?: Sent; marks?: Sent };

/** @param now milliseconds since 1970 @throws Problem invalid for a year of passing in the future */
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

// Candidates and staff share one list of people: an email address or mobile number belongs to one person only.

const EMAIL = 'email address';
const MOBILE = 'mobile number';

const already = (by: string) =>
  `You’re already registered with this ${by}. Your first attempt may have reached us. Sign in with your mobile number or email and your password. Your UID is in our SMS.`;

const taker = {
  ...{ uid: users.uid, role: users.role, fullName: users.fullName },
  ...{ email: users.email, mobile: users.mobile },
};
type Taker = Pick<typeof users.$inferSelect, 'uid' | 'role' | 'fullName'>;

const whats = { candidate: 'candidate', proctor: 'proctor', admin: 'administrator' };

/** Names the other person to the office, which may read the lists of candidates and staff. */
export const nameOf = ({ uid, role, fullName }: Taker): string =>
  `The ${whats[role]} ${uid}, ${fullName},`;

const sentences = {
  /** For someone who has an account already, so they aren't told to sign in to the other one. */
  owner: (what: string) => `Another account has this ${what}. Please use a different one.`,
  /** For someone who registers. Perhaps their first try succeeded and its reply was lost. */
  newcomer: (what: string) => `This ${what} is already registered.`,
  administrator: (what: string, whose: Taker) => `${nameOf(whose)} already has this ${what}.`,
};

/**
 * @param wanted the email in lower case, the number as ten digits; `for` is the uid that may have them already
 * @param asker who reads the refusal
 * @throws Problem email-taken, mobile-taken, naming both fields when both are taken
 */
export async function refuseTaken(
  orm: Orm,
  wanted: { email: string | undefined; mobile: string; for?: string },
  asker: keyof typeof sentences,
): Promise<void> {
  const { email, mobile } = wanted;
  const found = await orm
    .select(taker)
    .from(users)
    .where(
      and(
        or(eq(users.mobile, mobile), email ? eq(users.email, email) : undefined),
        ne(users.uid, wanted.for ?? ''),
      ),
    );
  const say = sentences[asker];
  const byEmail = email ? found.find((user) => user.email === email) : undefined;
  const byMobile = found.find((user) => user.mobile === mobile);
  const fields = {
    ...(byEmail && { email: say(EMAIL, byEmail) }),
    ...(byMobile && { mobile: say(MOBILE, byMobile) }),
  };
  const [sentence] = Object.values(fields);
  if (sentence === undefined) return;
  throw new Problem(byEmail ? 'email-taken' : 'mobile-taken', {
    sentence: asker === 'newcomer' ? already(byEmail ? EMAIL : MOBILE) : sentence,
    fields,
  });
}

/**
 * Does work that gives an email or a number to a person. If either is taken, it refuses beforehand; if somebody takes one meanwhile, it
 * refuses afterwards in the same words.
 * @throws the problems of `requireFree`
 */
export async function ifFree<T>(
  requireFree: () => Promise<void>,
  work: () => Promise<T>,
): Promise<T> {
  await requireFree();
  try {
    return await work();
  } catch (error) {
    if (wasTaken(error)) await requireFree();
    throw error;
  }
}

/** Whether the database refused a row because somebody else has its email or number. */
export function wasTaken(error: unknown): boolean {
  const constraint = violatedConstraint(error);
  return constraint === 'users_email' || constraint === 'users_mobile';
}

/** Two uids out of 27 thousand million are rarely the same, and practically never five times in a row. */
const UID_TRIES = 5;

/** Does work that creates people, and repeats it with other uids if one of them is taken. */
export async function withNewUids<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (violatedConstraint(error) !== 'users_pkey' || tries === UID_TRIES) throw error;
    }
  }
}
