// Tells candidates that a corrected key changed their scores: on the result page, and by text message if a template is set for it
// (decision 104).
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Orm } from '#db/client.ts';
import { users } from '#db/schema/people.ts';
import { rescoreChanges, results, sittings } from '#db/schema/sittings.ts';
import type { Deps } from '../../deps.ts';
import { queueOnce } from '../messages/sms-outbox.ts';

/** Call this in the transaction that records that these sittings' changes were made. */
export async function tellCorrected(
  tx: Orm,
  { sms, now }: Pick<Deps, 'sms' | 'now'>,
  rescoreId: string,
  sittingIds: readonly string[],
): Promise<void> {
  const before = sql`(select coalesce(sum((section->>'hundredths')::int), 0)
    from jsonb_array_elements(${rescoreChanges.before}) as section)`;
  await tx
    .update(results)
    .set({ corrected: sql`jsonb_build_object('at', ${now()}::float8, 'before', ${before})` })
    .from(rescoreChanges)
    .where(
      and(
        eq(rescoreChanges.rescoreId, rescoreId),
        inArray(rescoreChanges.sittingId, [...sittingIds]),
        eq(results.sittingId, rescoreChanges.sittingId),
      ),
    );
  if (!sms.canSend('score-corrected')) return;
  const candidates = await tx
    .select({ sittingId: sittings.id, uid: users.uid, mobile: users.mobile })
    .from(sittings)
    .innerJoin(users, eq(users.uid, sittings.uid))
    .where(and(inArray(sittings.id, [...sittingIds]), isNull(users.blockedAt)));
  await queueOnce(
    tx,
    now(),
    candidates.flatMap(({ sittingId, uid, mobile }) => {
      const id = `score ${rescoreId} ${sittingId}`;
      return mobile === null
        ? []
        : [{ id, uid, mobile, purpose: 'score-corrected' as const, vars: { uid } }];
    }),
  );
}
