// An e-mail address and a mobile number belong to one person each.
import { and, eq, ne, or } from 'drizzle-orm';
import type { Orm } from '#db/client.ts';
import { users } from '#db/schema/people.ts';
import { Problem } from '../../problem.ts';

/**
 * @param wanted the address in lower case, the number as ten digits; `for` is who may have them already
 * @throws Problem email-taken, mobile-taken, naming both fields when both are
 */
export async function refuseTaken(
  orm: Orm,
  wanted: { email: string; mobile: string; for?: string },
): Promise<void> {
  const { email, mobile } = wanted;
  const found = await orm
    .select({ email: users.email, mobile: users.mobile })
    .from(users)
    .where(
      and(or(eq(users.email, email), eq(users.mobile, mobile)), ne(users.uid, wanted.for ?? '')),
    );
  const fields = {
    ...(found.some((user) => user.email === email) && {
      email: 'This e-mail address is already registered.',
    }),
    ...(found.some((user) => user.mobile === mobile) && {
      mobile: 'This mobile number is already registered.',
    }),
  };
  if (found.length > 0)
    throw new Problem(fields.email ? 'email-taken' : 'mobile-taken', { fields });
}
