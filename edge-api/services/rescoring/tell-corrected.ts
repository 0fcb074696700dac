// Tells a candidate that a corrected key changed their score: on the page of their result, and by text message where a
// template is set for it (decision 104).
import { and, eq, isNull } from 'drizzle-orm';
import type { Orm } from '#db/client.ts';
import { users } from '#db/schema/people.ts';
import { type rescoreChanges, results, sittings } from '#db/schema/sittings.ts';
import type { Deps } from '../../deps.ts';
import { queueOnce } from '../messages/sms-outbox.ts';

/** In the transaction that writes down that the change was made. */
export async function tellCorrected(
  tx: Orm,
  { sms, now }: Pick<Deps, 'sms' | 'now'>,
  { rescoreId, sittingId, before }: typeof rescoreChanges.$inferSelect,
): Promise<void> {
  const sum = before.reduce((total, { hundredths }) => total + hundredths, 0);
  await tx
    .update(results)
    .set({ corrected: { at: now(), before: sum } })
    .where(eq(results.sittingId, sittingId));
  if (!sms.canSend('score-corrected')) return;
  const [candidate] = await tx
    .select({ uid: users.uid, mobile: users.mobile })
    .from(sittings)
    .innerJoin(users, eq(users.uid, sittings.uid))
    .where(and(eq(sittings.id, sittingId), isNull(users.blockedAt)));
  if (!candidate?.mobile) return;
  const { uid, mobile } = candidate;
  await queueOnce(
    tx,
    now(),
    { uid, mobile, purpose: 'score-corrected', vars: { uid } },
    `score ${rescoreId} ${sittingId}`,
  );
}
