// Creates an order and opens its payment page. The order's row is committed before the gateway is called: if the reply is lost, the order
// may exist at the gateway, and the timer finds out.
import { and, desc, eq } from 'drizzle-orm';
import type { Orm } from '#db/client.ts';
import { orders } from '#db/schema/money.ts';
import type { Deps } from '../../deps.ts';
import { GatewayError } from '../../gateways/gateway-call.ts';
import { newReference, type SessionRequest } from '../../gateways/payment/port.ts';
import { Problem } from '../../problem.ts';
import { untilNextCheck } from './judge-status.ts';
import { customerOf, type Order } from './reconcile.ts';

export type Target =
  | { kind: 'exam'; uid: string; enrolmentId: string }
  | { kind: 'course'; applicationId: string };
export type Started = { payment_url: string; order_id: string };

/** Who pays and for what, as the bank's page shows it. */
export type Payer = Pick<
  SessionRequest,
  'customerEmail' | 'customerPhone' | 'firstName' | 'lastName' | 'description' | 'udf1'
>;

const CREATED_TRIES = 20;
const NOT_STARTED = 'We couldn’t start the payment.';

/** Inserts the order's row only, with an unused order id, in the caller's transaction. */
export async function insertOrder(
  tx: Orm,
  now: number,
  target: Target,
  amountPaise: number,
): Promise<Order> {
  const prefix = target.kind === 'exam' ? `EXAM-${target.uid}` : `COURSE-${target.applicationId}`;
  const { kind, ...whose } = target;
  for (let tries = 0; tries < CREATED_TRIES; tries += 1) {
    const [order] = await tx
      .insert(orders)
      .values({
        orderId: `${prefix}-${now + tries}`,
        reference: newReference(),
        kind,
        ...whose,
        amountPaise,
        state: 'pending',
        createdAt: new Date(now),
        nextCheckAt: new Date(now + (untilNextCheck(0, 0) ?? 0)),
      })
      .onConflictDoNothing()
      .returning();
    if (order) return order;
  }
  throw new Problem('unavailable', { retryAfter: 1 });
}

/** Characters of a description that the bank's page is sent. */
const MOST_DESCRIBED = 200;

/** Returns the order's existing page, or opens one. @throws Problem payment-not-started */
export async function openPaymentPage(deps: Deps, order: Order, payer: Payer): Promise<Started> {
  if (order.paymentUrl !== null) return { payment_url: order.paymentUrl, order_id: order.orderId };
  const path = order.kind === 'exam' ? 'paymentresponse' : 'applicationpaymentresponse';
  try {
    const { paymentUrl } = await deps.payments.createSession({
      ...payer,
      description: payer.description.slice(0, MOST_DESCRIBED),
      reference: order.reference,
      customerId: customerOf(order),
      amountPaise: order.amountPaise,
      returnUrl: `${deps.settings.publicUrl}/api/v1/payment/${path}`,
    });
    await deps.db.orm.update(orders).set({ paymentUrl }).where(eq(orders.orderId, order.orderId));
    return { payment_url: paymentUrl, order_id: order.orderId };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    deps.log.warn({ err: error, orderId: order.orderId }, 'payment not started');
    // A refused request left nothing to pay. After any other error there may be a payment page, though nobody has its address.
    const refused = error.kind === 'refused';
    await deps.db.orm
      .update(orders)
      .set({ reason: NOT_STARTED, ...(refused && { state: 'failed', nextCheckAt: null }) })
      .where(and(eq(orders.orderId, order.orderId), eq(orders.state, 'pending')));
    throw new Problem('payment-not-started');
  }
}

/** The bank guarantees a payment page for only this long, though most pages work for days. */
const PAGE_REUSED_MS = 15 * 60_000;
/** After this, a request that was opening a page has died. */
const STILL_OPENING_MS = 30_000;

/**
 * Finds an order for the same thing and amount whose page is already open, or makes a new order without a page. The caller has just
 * reconciled the open orders and holds a lock on the payer.
 * @throws Problem payment-not-started while another request is opening a page
 */
export async function openOrNewOrder(
  tx: Orm,
  now: number,
  target: Target,
  amountPaise: number,
): Promise<Order> {
  const isSame =
    target.kind === 'exam'
      ? eq(orders.enrolmentId, target.enrolmentId)
      : eq(orders.applicationId, target.applicationId);
  const pending = await tx
    .select()
    .from(orders)
    .where(and(isSame, eq(orders.state, 'pending')))
    .orderBy(desc(orders.createdAt), desc(orders.orderId));
  const ageOf = (order: Order) => now - order.createdAt.getTime();
  const isOpening = (order: Order) =>
    order.paymentUrl === null && order.reason === null && ageOf(order) < STILL_OPENING_MS;
  if (pending.some(isOpening)) {
    throw new Problem('payment-not-started', {
      sentence: 'Your payment is already being started. Please try again in a moment.',
      retryAfter: 5,
    });
  }
  const open = pending.find(
    (order) =>
      order.paymentUrl !== null &&
      order.amountPaise === amountPaise &&
      ageOf(order) <= PAGE_REUSED_MS,
  );
  return open ?? insertOrder(tx, now, target, amountPaise);
}
