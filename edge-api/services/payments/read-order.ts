// What people who may see an order are shown: its state, its receipt, and the page after paying.
import { and, desc, eq, inArray, isNotNull, notExists, or, sql } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { Problem } from '#api/problem.ts';
import { type Caller, requireChosenPassword } from '#api/services/auth/sessions.ts';
import type { OrderReply, OrderState, PaymentReceipt } from '#contract/site/payments.ts';
import type { WaitingOrder } from '#contract/site/waiting-order.ts';
import { exams } from '#db/schema/exams.ts';
import { invoices, orders, refunds } from '#db/schema/money.ts';
import { enrolments } from '#db/schema/people.ts';
import { customerOf, type Order } from './reconcile.ts';
import { mayAskGateway, queueCheck, reconcileQuietly } from './reconcile-open.ts';
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
  const [enrolment] = await deps.db.orm
    .select({ examID: exams.id, name: exams.name, startsAt: exams.startsAt })
    .from(enrolments)
    .innerJoin(exams, eq(exams.id, enrolments.examId))
    .where(eq(enrolments.id, order.enrolmentId ?? ''));
  return {
    order_id: order.orderId,
    status: order.state,
    amount: order.amountPaise / 100,
    error: order.reason,
    receipt: issued.length > 0,
    ...(order.officeInvoice !== null && { officeInvoice: order.officeInvoice }),
    ...(enrolment && {
      examID: enrolment.examID,
      exam: { name: enrolment.name, startsAt: enrolment.startsAt.toISOString() },
    }),
    refunds: await refundLinesOf(deps.db.orm, order.orderId),
  };
}

// Finds an order for a caller who may see it.

/**
 * An exam's order is for its candidate and the administrator. A course's order is for anyone who knows its id, because that
 * contains the application's random id.
 * An exam's order is also found by the gateway's transaction id, because that is all the user's record carries (TxnID): with it,
 * a candidate who signs in on another phone is shown the payment.
 * @throws Problem not-found, signed-out, forbidden
 */
async function findOrderFor(
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
    requireChosenPassword(caller);
    if (caller.role !== 'admin' && caller.uid !== order.uid) throw new Problem('forbidden');
  }
  return order;
}

// A payment not yet decided by the bank or the office, shown to a candidate who comes to pay on another phone or at another time.

/**
 * The candidate's newest such order that has a transaction at the bank, for an exam whose fee is still to be paid. A candidate who only
 * looked at the bank's page isn't told to wait.
 */
export async function readWaitingOrder(
  { db }: Pick<Deps, 'db'>,
  uid: string,
): Promise<WaitingOrder | undefined> {
  const [order] = await db.orm
    .select({
      order_id: orders.orderId,
      examID: enrolments.examId,
      examName: exams.name,
      status: sql<WaitingOrder['status']>`${orders.state}`,
    })
    .from(orders)
    .innerJoin(enrolments, eq(enrolments.id, orders.enrolmentId))
    .innerJoin(exams, eq(exams.id, enrolments.examId))
    .where(
      and(
        eq(orders.uid, uid),
        inArray(orders.state, ['pending', 'review']),
        isNotNull(orders.gatewayTxnId),
        // A payment that is being refunded doesn't stop the candidate from paying again.
        notExists(db.orm.select().from(refunds).where(eq(refunds.orderId, orders.orderId))),
        eq(enrolments.status, 'Registered'),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.orderId))
    .limit(1);
  return order;
}

// The receipt of a paid order: its tax invoice as it was issued, and its refunds since.

/** @throws Problem not-found (no such order, not paid, or nothing to pay), signed-out, forbidden */
export async function readReceipt(
  deps: Pick<Deps, 'db'>,
  caller: Caller | null,
  orderId: string,
): Promise<PaymentReceipt> {
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

// Where the browser is sent after a payment: always one of two pages. They show what the API says; the query repeats it for anyone
// who reads the address.

type ScreenStatus = 'success' | 'failed' | 'pending';

const paths = { exam: '/paymentresponse', course: '/applicationpaymentresponse' } as const;

const shown: Record<OrderState, ScreenStatus> = {
  success: 'success',
  pending: 'pending',
  review: 'pending',
  failed: 'failed',
  refunded: 'failed',
};

/** Path and query, relative to the origin. */
export function screenAddress(
  order: Pick<Order, 'kind' | 'state' | 'orderId' | 'amountPaise' | 'reason'>,
): string {
  const status = shown[order.state];
  const query = new URLSearchParams({
    status,
    order_id: order.orderId,
    amount: String(order.amountPaise / 100),
    ...(status === 'failed' && order.reason !== null ? { error: order.reason } : {}),
  });
  return `${paths[order.kind]}?${query}`;
}

// News of an order from outside: the browser's return or a webhook. It proves nothing. It is only a reason to ask the gateway, whose
// answer decides.

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
  // Anybody can open the return address again and again, so calls to the gateway are limited.
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
