// Tells the payer by text message that their money arrived or was refunded (decision 104). The message is queued once, in the transaction
// that records the event under the order's lock. The timer sends it.
import { eq } from 'drizzle-orm';
import type { Orm } from '#db/client.ts';
import { applications, type orders } from '#db/schema/money.ts';
import { users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { queueSms } from '../messages/sms-outbox.ts';
import type { RefundRow } from './refund-rows.ts';

type Order = Pick<typeof orders.$inferSelect, 'uid' | 'applicationId' | 'amountPaise'>;

/** @param receipt number of the invoice */
export async function tellPaid(tx: Orm, now: number, order: Order, receipt: string): Promise<void> {
  const payer = await findPayer(tx, order);
  if (!payer) return;
  const vars = { amount: inRupees(order.amountPaise), receipt };
  await queueSms(tx, now, { ...payer, purpose: 'payment-receipt', vars });
}

/** Sends nothing when no template is set for refunds. */
export async function tellRefunded(
  tx: Orm,
  { sms, now }: Pick<Deps, 'sms' | 'now'>,
  order: Order,
  refunds: readonly RefundRow[],
): Promise<void> {
  if (refunds.length === 0 || !sms.canSend('refund')) return;
  const payer = await findPayer(tx, order);
  if (!payer) return;
  for (const { amountPaise } of refunds) {
    const vars = { amount: inRupees(amountPaise) };
    await queueSms(tx, now(), { ...payer, purpose: 'refund', vars });
  }
}

const inRupees = (paise: number) => (paise / 100).toFixed(2);

/** Undefined once the account is deleted. */
async function findPayer(
  tx: Orm,
  { uid, applicationId }: Order,
): Promise<{ uid: string | null; mobile: string } | undefined> {
  const [payer] =
    uid === null
      ? await tx
          .select({ mobile: applications.phone })
          .from(applications)
          .where(eq(applications.id, applicationId ?? ''))
      : await tx.select({ mobile: users.mobile }).from(users).where(eq(users.uid, uid));
  return payer?.mobile ? { uid, mobile: payer.mobile } : undefined;
}
