// Whose name this is. People sign in by uid, mobile number or e-mail address; no two of the three look alike: a uid
// has seven letters and digits, a mobile number ten digits, an e-mail address an @.

import { and, eq, isNull } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Deps } from '#api/deps.ts';
import { queueNothing, queueSms } from '#api/services/messages/queue-sms.ts';
import { sendSmsSoon } from '#api/services/messages/send-due-sms.ts';
import { throttle } from '#api/services/throttle/throttle.ts';
import { SUPER_ADMIN } from '#contract/wire/users.ts';
import { emailSchema, mobileSchema } from '#contract/wire/values.ts';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/people.ts';

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

/** A uid is typed without regard to case; SuperAdmin alone is kept in mixed case. */
export function normaliseUid(typed: string): string {
  const upper = typed.trim().toUpperCase();
  return upper === SUPER_ADMIN.toUpperCase() ? SUPER_ADMIN : upper;
}

// Forgot UID: it comes by SMS to the number it was registered with. A known and an unknown number get the same
// answer for the same work.

/** @param typed `mobile` is ten digits @throws Problem throttled */
export async function sendUid(
  deps: Deps,
  typed: { mobile: string; address: string },
): Promise<void> {
  const { mobile, address } = typed;
  await throttle(deps, [
    { key: `uid to ${mobile}`, most: 3, seconds: 60 * 60 },
    { key: `uid from ${address}`, most: 200, seconds: 15 * 60 },
  ]);
  await deps.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ uid: users.uid })
      .from(users)
      .where(and(eq(users.mobile, mobile), isNull(users.revokedAt), isNull(users.deletedAt)));
    if (!found) return queueNothing(tx, deps.now(), 'uid-created');
    const { uid } = found;
    await queueSms(tx, deps.now(), { purpose: 'uid-created', uid, mobile, vars: { uid } });
  });
  sendSmsSoon(deps);
}
