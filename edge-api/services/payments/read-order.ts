// What the payment-response screens show of an order.
import { eq } from 'drizzle-orm';
import type { OrderReply } from '#contract/site/payments.ts';
import { invoices } from '#db/schema/money.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../auth/find-session.ts';
import { findOrderFor } from './find-order.ts';
import { refundLinesOf } from './refund-rows.ts';

/** @throws Problem not-found, signed-out, forbidden */
export async function readOrder(
  deps: Pick<Deps, 'db'>,
  caller: Caller | null,
  orderId: string,
): Promise<OrderReply> {
  const order = await findOrderFor(deps, caller, orderId);
  const issued = await deps.db.orm
    .select({ orderId: invoices.orderId })
    .from(invoices)
    .where(eq(invoices.orderId, order.orderId));
  return {
    order_id: order.orderId,
    status: order.state,
    amount: order.amountPaise / 100,
    error: order.reason,
    receipt: issued.length > 0,
    refunds: await refundLinesOf(deps.db.orm, order.orderId),
  };
}
