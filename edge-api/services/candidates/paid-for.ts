// What was paid for an exam and has not gone back, by our own books, in paise.
import { and, inArray, ne } from 'drizzle-orm';
import type { Orm } from '#db/client.ts';
import { orders, refunds } from '#db/schema/money.ts';

/** What was paid for each enrolment and neither went back nor is on its way back, in paise. */
export async function paidFor(orm: Orm, ids: readonly string[]): Promise<Map<string, number>> {
  const bought = await orm
    .select()
    .from(orders)
    .where(inArray(orders.enrolmentId, [...ids]));
  const settled = bought.filter(({ state }) => state === 'success' || state === 'refunded');
  const back = await refundedOf(
    orm,
    settled.map(({ orderId }) => orderId),
  );
  const sums = new Map<string, number>();
  for (const { orderId, enrolmentId, amountPaise } of settled)
    if (enrolmentId !== null)
      sums.set(enrolmentId, (sums.get(enrolmentId) ?? 0) + amountPaise - (back.get(orderId) ?? 0));
  return sums;
}

/** What went back of each order or is on its way back, in paise. */
export async function refundedOf(
  orm: Orm,
  orderIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await orm
    .select({ orderId: refunds.orderId, paise: refunds.amountPaise })
    .from(refunds)
    .where(and(inArray(refunds.orderId, [...orderIds]), ne(refunds.state, 'failed')));
  const back = new Map<string, number>();
  for (const { orderId, paise } of rows) back.set(orderId, (back.get(orderId) ?? 0) + paise);
  return back;
}
