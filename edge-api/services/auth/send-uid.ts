/**
 * Forgot UID: it comes by SMS to the number it was registered with. A known and an unknown number get the same
 * answer for the same work.
 */
import { and, eq, isNull } from 'drizzle-orm';
import { users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { queueNothing, queueSms } from '../messages/queue-sms.ts';
import { sendSmsSoon } from '../messages/send-due-sms.ts';
import { throttle } from '../throttle/throttle.ts';

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
