// Puts an order down and opens its payment page. Our row is committed before the gateway hears of it: when
// the answer gets lost, the order may exist there, and the timer finds out.
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

/** The row alone, with an order id that nobody has; in the caller's transaction. */
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

/** The page that the order has, or a new one. @throws Problem payment-not-started */
export async function openPaymentPage(deps: Deps, order: Order, payer: Payer): Promise<Started> {
  if (order.paymentUrl !== null) return { payment_url: order.paymentUrl, order_id: order.orderId };
  const path = order.kind === 'exam' ? 'paymentresponse' : 'applicationpaymentresponse';
  try {
    const { paymentUrl } = await deps.payments.createSession({
      ...payer,
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
    // Refused means that there is nothing to pay; otherwise there may be, though nobody has its address.
    const refused = error.kind === 'refused';
    await deps.db.orm
      .update(orders)
      .set({ reason: NOT_STARTED, ...(refused && { state: 'failed', nextCheckAt: null }) })
      .where(and(eq(orders.orderId, order.orderId), eq(orders.state, 'pending')));
    throw new Problem('payment-not-started');
  }
}

/** The bank promises no longer life of a payment page than this, though most live for days. */
const PAGE_REUSED_MS = 15 * 60_000;
/** Past this a request that was opening a page has died. */
const STILL_OPENING_MS = 30_000;

/**
 * The order whose page is open already for the same thing and amount, or a new one without a page yet. The
 * caller has just reconciled what is open and holds a lock on the payer.
 * @throws Problem payment-not-started while another request is just opening a page
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
