// Candidates and proctors are one list of people: each mobile and e-mail once.
import { and, eq, ne, or } from 'drizzle-orm';
import type { Orm } from '#db/client.ts';
import { users } from '#db/schema/people.ts';
import { Problem } from '../../problem.ts';

/**
 * In words for the administrator.
 * @param wanted the address in lower case; `for` is who may have them already
 * @throws Problem email-taken, mobile-taken, naming both fields when both are
 */
export async function refuseTaken(
  orm: Orm,
  wanted: { mobile: string; email: string | undefined; for?: string },
): Promise<void> {
  const { mobile, email } = wanted;
  const found = await orm
    .select({ mobile: users.mobile, email: users.email })
    .from(users)
    .where(
      and(
        or(eq(users.mobile, mobile), email ? eq(users.email, email) : undefined),
        ne(users.uid, wanted.for ?? ''),
      ),
    );
  const fields = {
    ...(found.some((user) => user.mobile === mobile) && {
      mobile: 'A candidate or a proctor has this mobile number already.',
    }),
    ...(email &&
      found.some((user) => user.email === email) && {
        email: 'A candidate or a proctor has this e-mail address already.',
      }),
  };
  const [sentence] = Object.values(fields);
  if (sentence)
    throw new Problem(fields.mobile ? 'mobile-taken' : 'email-taken', { sentence, fields });
}
