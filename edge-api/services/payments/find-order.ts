// Finds an order for whoever may see it.
import { and, eq, or } from 'drizzle-orm';
import { orders } from '#db/schema/money.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import type { Caller } from '../auth/find-session.ts';
import type { Order } from './reconcile.ts';

/**
 * An exam's order is its candidate's and the administrator's; a course's is for whoever knows its id, in
 * which the application's own random id stands.
 * An exam's order is also found by the gateway's transaction, which is all of it that the user's record
 * carries (TxnID): a candidate who signs in on another phone is shown the payment by it.
 * @throws Problem not-found, signed-out, forbidden
 */
export async function findOrderFor(
  deps: Pick<Deps, 'db'>,
  caller: Caller | null,
  orderId: string,
): Promise<Order> {
  const [order] = await deps.db.orm
    .select()
    .from(orders)
    .where(
      or(
        eq(orders.orderId, orderId),
        and(eq(orders.gatewayTxnId, orderId), eq(orders.kind, 'exam')),
      ),
    );
  if (!order) throw new Problem('not-found');
  if (order.kind === 'exam') {
    if (!caller) throw new Problem('signed-out');
    if (caller.role !== 'admin' && caller.uid !== order.uid) throw new Problem('forbidden');
  }
  return order;
}
