// The simulated gateway's books; an order is whatever JSON the gateway makes of it.
import { eq } from 'drizzle-orm';
import type { Orm } from '../client.ts';
import { simulatedOrders } from '../schema/money.ts';

/** Undefined if there is none. Parse it. */
export async function findSimulatedOrder(orm: Orm, reference: string): Promise<unknown> {
  const [row] = await orm
    .select()
    .from(simulatedOrders)
    .where(eq(simulatedOrders.reference, reference));
  return row?.body;
}

export async function putSimulatedOrder(
  orm: Orm,
  order: { reference: string } & Record<string, unknown>,
): Promise<void> {
  await orm
    .insert(simulatedOrders)
    .values({ reference: order.reference, body: order })
    .onConflictDoUpdate({ target: simulatedOrders.reference, set: { body: order } });
}
