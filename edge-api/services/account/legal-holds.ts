/**
 * What stands against deleting an account now: money or answers that are not settled yet, which would be lost
 * with the person they belong to (decision 020).
 */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Orm } from '#db/client.ts';
import { users } from '#db/schema/people.ts';

/** A phone that never came back with its answers holds an account no longer than this. */
const UNSENT_ANSWERS_DAYS = 30;

const sentences = {
  paid: 'You have paid for an exam that you have not sat yet. Sit the exam, or ask the office to refund the fee.',
  sitting: 'Your exam is under way. Finish and submit it first.',
  unsent:
    'Your exam has ended, but we have not received your submission yet. Connect the phone you used to a network and open the exam on it.',
  held: 'Some of your answers reached us late, and the office has not decided yet whether they count.',
  unmarked: 'The pages you submitted have not been marked yet.',
  payment: 'One of your payments is still being processed.',
  refund: 'Your refund is still being processed.',
} as const;
type Hold = keyof typeof sentences;
const holds = ['paid', 'sitting', 'unsent', 'held', 'unmarked', 'payment', 'refund'] as const;

/** What was sent back of the order `o`, for certain. */
const SENT_BACK = sql.raw(`(select coalesce(sum(r.amount_paise), 0) from refunds r
  where r.order_id = o.order_id and r.state = 'success')`);

/**
 * In the transaction that deletes: under the user's lock no new order or enrolment can appear.
 * @returns a sentence for each, for the person; none when nothing stands against it
 */
export async function legalHolds(orm: Orm, uid: string, now: number): Promise<string[]> {
  const unsentSince = new Date(now - UNSENT_ANSWERS_DAYS * 24 * 60 * 60_000).toISOString();
  const stands: Record<Hold, SQL<boolean>> = {
    paid: sql<boolean>`exists (select 1 from enrolments n
      where n.uid = ${uid} and n.status = 'Fees Paid'
        and not exists (select 1 from sittings s where s.enrolment_id = n.id)
        and not exists (select 1 from orders o where o.enrolment_id = n.id
          and (o.state = 'refunded' or o.office_invoice is not null or o.state = 'success' and o.amount_paise <= ${SENT_BACK})))`,
    sitting: sql<boolean>`exists (select 1 from sittings where uid = ${uid} and state = 'open')`,
    unsent: sql<boolean>`exists (select 1 from sittings s join results r on r.sitting_id = s.id
      where s.uid = ${uid} and s.state = 'closed' and r.provisional
        and s.closed_at > ${unsentSince}::timestamptz)`,
    held: sql<boolean>`exists (select 1 from sittings where uid = ${uid} and held_events > 0)`,
    unmarked: sql<boolean>`exists (select 1 from sittings s join results r on r.sitting_id = s.id
      where s.uid = ${uid} and r.documents is null
        and exists (select 1 from sitting_documents d where d.sitting_id = s.id))`,
    payment: sql<boolean>`exists (select 1 from orders o where o.uid = ${uid}
      and (o.state = 'pending' or o.state = 'failed' and o.next_check_at is not null
        or o.state = 'review' and o.amount_paise > ${SENT_BACK}))`,
    refund: sql<boolean>`exists (select 1 from refunds r join orders o on o.order_id = r.order_id
      where o.uid = ${uid} and r.state in ('pending', 'review'))`,
  };
  const [found] = await orm.select(stands).from(users).where(eq(users.uid, uid));
  return holds.filter((hold) => found?.[hold]).map((hold) => sentences[hold]);
}
