// News of an order from outside, by the browser's return or by webhook. It proves nothing: it is a reason
// to ask the gateway, and the gateway's answer decides.
import { eq } from 'drizzle-orm';
import { orders } from '#db/schema/money.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { paths, screenAddress } from './read-order.ts';
import { customerOf, type Order } from './reconcile.ts';
import { mayAskGateway, queueCheck, reconcileQuietly } from './reconcile-open.ts';

/**
 * @param params what the browser brought back, decoded once
 * @returns the address of the screen to send the browser to, relative to the origin
 */
export async function takeReturn(
  deps: Deps,
  kind: Order['kind'],
  params: Readonly<Record<string, string>>,
): Promise<string> {
  const { reference, valid } = deps.payments.verifyReturn(params);
  const order = reference === null ? null : await findByReference(deps, reference);
  if (!order) return paths[kind];
  if (!valid) {
    deps.log.warn({ orderId: order.orderId }, 'return with a wrong signature');
    await queueCheck(deps, order.orderId);
    return screenAddress(order);
  }
  // It can be opened again and again.
  if (await mayAskGateway(deps, customerOf(order)))
    await reconcileQuietly(deps, order.orderId, true);
  else await queueCheck(deps, order.orderId);
  return screenAddress((await findByReference(deps, order.reference)) ?? order);
}

/** @throws Problem forbidden when the sender can't prove to be the gateway */
export async function takeWebhook(
  deps: Deps,
  headers: Headers,
  body: string,
): Promise<{ success: true }> {
  const webhook = deps.payments.verifyWebhook(headers, body);
  if (!webhook.authentic) throw new Problem('forbidden');
  const order = webhook.reference === null ? null : await findByReference(deps, webhook.reference);
  if (order) await reconcileQuietly(deps, order.orderId, true);
  return { success: true };
}

async function findByReference(deps: Deps, reference: string): Promise<Order | null> {
  const [order] = await deps.db.orm
    .select()
    .from(orders)
    .where(eq(orders.reference, reference.toUpperCase()));
  return order ?? null;
}
