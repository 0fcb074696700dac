// Tells the gateway about a refund that is in our book. The same request id again is the same refund, so it
// may be sent any number of times until order status lists it; what became of it, order status says.
import { eq } from 'drizzle-orm';
import { orders } from '#db/schema/money.ts';
import type { Deps } from '../../deps.ts';
import { GatewayError } from '../../gateways/gateway-error.ts';
import type { OrderKey } from '../../gateways/payment/port.ts';
import { changeRefund, findRefund, type RefundRow } from './refund-rows.ts';

/** @throws GatewayError when the gateway gives no usable answer; the timer sends it again */
export async function sendRefund(
  deps: Pick<Deps, 'db' | 'now' | 'payments'>,
  key: OrderKey,
  row: RefundRow,
): Promise<void> {
  try {
    await deps.payments.refund({ ...key, requestId: row.id, amountPaise: row.amountPaise });
  } catch (error) {
    if (!(error instanceof GatewayError) || error.kind !== 'refused') throw error;
    // A no may mean that it was taken in before and we did not hear of it.
    if (findRefund(await deps.payments.orderStatus(key), row.id)) return;
    const why = error.code ?? `refused (${error.httpStatus})`;
    await deps.db.transaction(async (tx) => {
      await tx
        .select({ orderId: orders.orderId })
        .from(orders)
        .where(eq(orders.orderId, row.orderId))
        .for('update');
      await changeRefund(tx, deps.now(), row, 'failed', why);
    });
  }
}
