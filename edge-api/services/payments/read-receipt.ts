// The receipt of a paid order: its tax invoice as it was issued, and what went back since.
import { eq } from 'drizzle-orm';
import type { Receipt } from '#contract/site/payments.ts';
import { invoices } from '#db/schema/money.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import type { Caller } from '../auth/find-session.ts';
import { findOrderFor } from './find-order.ts';
import { refundLinesOf } from './refund-rows.ts';

/** @throws Problem not-found (no such order, or not paid, or nothing to pay), signed-out, forbidden */
export async function readReceipt(
  deps: Pick<Deps, 'db'>,
  caller: Caller | null,
  orderId: string,
): Promise<Receipt> {
  const order = await findOrderFor(deps, caller, orderId);
  const [invoice] = await deps.db.orm
    .select()
    .from(invoices)
    .where(eq(invoices.orderId, order.orderId));
  if (!invoice) throw new Problem('not-found');
  return {
    order_id: order.orderId,
    number: invoice.number,
    issuedAt: invoice.issuedAt.toISOString(),
    transaction: order.gatewayTxnId,
    invoice: invoice.body,
    refunds: await refundLinesOf(deps.db.orm, order.orderId),
  };
}
