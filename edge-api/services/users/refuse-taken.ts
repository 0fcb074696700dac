// Candidates and proctors are one list of people: an e-mail address and a mobile number belong to one person each.
import { and, eq, ne, or } from 'drizzle-orm';
import type { Orm } from '#db/client.ts';
import { users } from '#db/schema/people.ts';
import { Problem } from '../../problem.ts';

const sentences = {
  owner: {
    email: 'This e-mail address is already registered.',
    mobile: 'This mobile number is already registered.',
  },
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
    ...(asker === 'administrator' && { sentence: isEmail ? say.email : say.mobile }),
    fields: { ...(isEmail && { email: say.email }), ...(isMobile && { mobile: say.mobile }) },
  });
}
