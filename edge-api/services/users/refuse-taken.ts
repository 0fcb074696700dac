// Candidates and proctors are one list of people: an e-mail address and a mobile number belong to one person each.
import { and, eq, ne, or } from 'drizzle-orm';
import type { Orm } from '#db/client.ts';
import { violatedConstraint } from '#db/queries/read-error.ts';
import { users } from '#db/schema/people.ts';
import { Problem } from '../../problem.ts';

const already = (by: string) =>
  `You are already registered with this ${by}. Perhaps your first attempt reached us. Sign in with your mobile number or e-mail and your password; your UID is in our SMS.`;

const taken = {
  email: 'This e-mail address is already registered.',
  mobile: 'This mobile number is already registered.',
};
const sentences = {
  /** Of an account already: there is nothing to sign in to. */
  owner: {
    email: 'Another account has this e-mail address. Please use a different one.',
    mobile: 'Another account has this mobile number. Please use a different one.',
  },
  /** Perhaps of a first try whose answer was lost. */
  newcomer: taken,
  administrator: {
    email: 'A candidate or a proctor has this e-mail address already.',
    mobile: 'A candidate or a proctor has this mobile number already.',
  },
};

/**
 * @param wanted the address in lower case, the number as ten digits; `for` is who may have them already
 * @param asker who reads the refusal
 * @throws Problem email-taken, mobile-taken, naming both fields when both are
 */
export async function refuseTaken(
  orm: Orm,
  wanted: { email: string | undefined; mobile: string; for?: string },
  asker: keyof typeof sentences,
): Promise<void> {
  const { email, mobile } = wanted;
  const found = await orm
    .select({ email: users.email, mobile: users.mobile })
    .from(users)
    .where(
      and(
        or(eq(users.mobile, mobile), email ? eq(users.email, email) : undefined),
        ne(users.uid, wanted.for ?? ''),
      ),
    );
  const say = sentences[asker];
  const isEmail = Boolean(email) && found.some((user) => user.email === email);
  const isMobile = found.some((user) => user.mobile === mobile);
  if (!isEmail && !isMobile) return;
  throw new Problem(isEmail ? 'email-taken' : 'mobile-taken', {
    sentence:
      asker === 'newcomer'
        ? already(isEmail ? 'e-mail address' : 'mobile number')
        : isEmail
          ? say.email
          : say.mobile,
    fields: { ...(isEmail && { email: say.email }), ...(isMobile && { mobile: say.mobile }) },
  });
}

/**
 * Does what makes an address or a number somebody's: refused before where it is taken, and in the same words where somebody
 * took it in between.
 * @throws what `requireFree` does
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

/** Whether the database refused somebody because the address or the number is another's. */
export function wasTaken(error: unknown): boolean {
  const constraint = violatedConstraint(error);
  return constraint === 'users_email' || constraint === 'users_mobile';
}

/** Two uids out of 27 thousand million are rarely the same; five times in a row never. */
const UID_TRIES = 5;

/** Does what makes somebody new, with other uids where one of them is somebody's already. */
export async function withNewUids<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (violatedConstraint(error) !== 'users_pkey' || tries === UID_TRIES) throw error;
    }
  }
}
