// Whose name this is. People sign in by uid, mobile number or e-mail address; no two of the three look alike: a uid
// has seven letters and digits, a mobile number ten digits, an e-mail address an @.
import * as z from 'zod/mini';
import { emailSchema, mobileSchema } from '#contract/wire/values.ts';
import type { Database } from '#db/client.ts';
import { normaliseUid } from '../users/normalise-uid.ts';

const rowsSchema = z.array(z.object({ uid: z.string() }));

/** @returns a uid; for a name that nobody has, something that is no uid, the same for every writing of that name */
export async function findUid(db: Database, typed: string): Promise<string> {
  const email = z.safeParse(emailSchema, typed);
  const mobile = z.safeParse(mobileSchema, typed);
  if (!email.success && !mobile.success) return normaliseUid(typed);
  const [column, name] = email.success
    ? (['email', email.data.toLowerCase()] as const)
    : (['mobile', mobile.data ?? ''] as const);
  const [found] = rowsSchema.parse(
    await db.rows(`select uid from users where ${column} = $1`, [name]),
  );
  return found?.uid ?? name;
}
