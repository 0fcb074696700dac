// The only way to close an order, whoever asks for it: the browser's return, the webhook, the timer, the candidate's page or the
// administrator. It asks the gateway outside any transaction, then judges under a lock. Running it twice, late, or from several places at
// once has the same result. Refunds work the same way: they are recorded first, then sent from here until the order status lists them,
// and closed by that status.
import { eq, sql } from 'drizzle-orm';
import type { OrderState } from '#contract/site/payments.ts';
import type { Orm } from '#db/client.ts';
import { orders } from '#db/schema/money.ts';
import type { Deps } from '../../deps.ts';
import { GatewayError } from '../../gateways/gateway-call.ts';
import { newReference, type OrderKey, type OrderStatus } from '../../gateways/payment/port.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { fulfil } from './fulfil.ts';
import { issueInvoice } from './invoices.ts';
import { type Judgement, judgeStatus, untilNextCheck } from './judge-status.ts';
import {
  bookRefunds,
  changeRefund,
  findRefund,
  insertRefund,
  type RefundRow,
} from './refund-rows.ts';
import { tellPaid, tellRefunded } from './tell-payer.ts';

export type Order = typeof orders.$inferSelect;
type Reconciling = Pick<Deps, 'db' | 'now' | 'payments' | 'sms'>;

const ONE_DAY = 24 * 60 * 60_000;
const UNPAID = 'No payment arrived before the payment page closed.';

/**
 * @param touched whether something just happened to the order, so that asking again soon is useful
 * @returns the order's state afterwards; null when there is no such order
 * @throws GatewayError when the gateway gives no usable answer; the timer asks about the order again
 */
export async function reconcile(
  deps: Reconciling,
  orderId: string,
  touched = false,
): Promise<OrderState | null> {
  const [order] = await deps.db.orm.select().from(orders).where(eq(orders.orderId, orderId));
  if (!order) return null;
  if (!isAtGateway(order)) return order.state;
  const key = { reference: order.reference, customerId: customerOf(order) };
  let status: OrderStatus;
  try {
    status = await deps.payments.orderStatus(key);
  } catch (error) {
    await deps.db.transaction((tx) => writeOutcome(tx, deps, orderId, null, touched));
    throw error;
  }
  const outcome = await deps.db.transaction((tx) =>
    writeOutcome(tx, deps, orderId, status, touched),
  );
  for (const refund of outcome?.unsent ?? []) await sendRefund(deps, key, refund);
  return outcome?.state ?? null;
}

/** False for a free order and for one paid to the office, which the gateway never heard of. */
export function isAtGateway(order: Pick<Order, 'amountPaise' | 'officeInvoice'>): boolean {
  return order.amountPaise > 0 && order.officeInvoice === null;
}

/** The customer id that the gateway routes an order by; it must be the same in every call about the order. */
export function customerOf(order: Pick<Order, 'orderId' | 'uid' | 'applicationId'>): string {
  const customer = order.uid ?? order.applicationId;
  if (customer === null) throw new Error(`Order ${order.orderId} belongs to nobody`);
  return customer;
}

type Outcome = { state: OrderState; unsent: readonly RefundRow[] };

async function writeOutcome(
  tx: Orm,
  deps: Reconciling,
  orderId: string,
  status: OrderStatus | null,
  touched: boolean,
): Promise<Outcome | null> {
  const [order] = await tx.select().from(orders).where(eq(orders.orderId, orderId)).for('update');
  if (!order) return null;
  const now = deps.now();
  let judgement = status && judgeStatus(order, status, deps.payments.merchantId);
  if (judgement?.state === 'success')
    judgement = await takePayment(tx, now, order, status?.gatewayTxnId ?? null);
  const refunds = await bookRefunds(tx, now, orderId, status);
  await tellRefunded(tx, deps, order, refunds.done);
  const { next, checks } = nextCheck(order, judgement?.state ?? order.state, now, {
    unanswered: status === null,
    touched,
    refunds: refunds.open,
  });
  if (next === null && (judgement?.state ?? order.state) === 'pending')
    judgement = { state: 'failed', reason: UNPAID };
  const state = judgement?.state ?? order.state;
  await tx
    .update(orders)
    .set({
      ...(judgement ? { state, reason: judgement.reason } : {}),
      gatewayTxnId: sql`coalesce(${status?.gatewayTxnId ?? null}, ${orders.gatewayTxnId})`,
      checks,
      nextCheckAt: next === null ? null : new Date(next),
      settledAt: isFinal(state) ? (order.settledAt ?? new Date(now)) : null,
    })
    .where(eq(orders.orderId, orderId));
  if (state !== order.state) await note(tx, now, order, judgement, status);
  return { state, unsent: refunds.unsent };
}

const PAID_TWICE = 'This was already paid with another order, so this payment will be refunded.';

/** The right amount for this order has arrived. It pays for what was ordered, with an invoice, or it is refunded. */
async function takePayment(
  tx: Orm,
  now: number,
  order: Order,
  txnId: string | null,
): Promise<Judgement> {
  if ((await fulfil(tx, now, order, txnId)) === 'once') {
    const receipt = await issueInvoice(tx, now, order);
    if (receipt !== null) await tellPaid(tx, now, order, receipt);
    return { state: 'success', reason: null };
  }
  await insertRefund(tx, now, {
    id: newReference(),
    orderId: order.orderId,
    amountPaise: order.amountPaise,
    reason: PAID_TWICE,
    requestedBy: 'server',
  });
  return { state: 'review', reason: PAID_TWICE };
}

const isFinal = (state: OrderState) =>
  state === 'success' || state === 'review' || state === 'refunded';

/**
 * A failed attempt may be followed by a successful one on the same page, so the gateway is asked about it again. It is also asked about a
 * refund until the money has arrived.
 */
function nextCheck(
  order: Order,
  state: OrderState,
  now: number,
  how: { unanswered: boolean; touched: boolean; refunds: readonly RefundRow[] },
): { next: number | null; checks: number } {
  const isDone = isFinal(state);
  if (isDone && how.refunds.length === 0) return { next: null, checks: order.checks + 1 };
  const closedNow = isDone && !isFinal(order.state);
  const checks = how.touched || closedNow ? 0 : order.checks + 1;
  const since = isDone
    ? Math.max(...how.refunds.map(({ createdAt }) => createdAt.getTime()))
    : order.createdAt.getTime();
  const pause = untilNextCheck(checks, now - since);
  // Only the gateway's own answer makes us give up an order, or believe a refund lost or done.
  if (pause === null) return { next: how.unanswered || isDone ? now + ONE_DAY : null, checks };
  return { next: now + pause, checks };
}

async function note(
  tx: Orm,
  now: number,
  order: Order,
  judgement: Judgement | null,
  status: OrderStatus | null,
): Promise<void> {
  await recordAudit(tx, now, {
    actor: 'server',
    action: `order.${judgement?.state ?? order.state}`,
    subject: order.orderId,
    detail: {
      was: order.state,
      reason: judgement?.reason ?? null,
      expectedPaise: order.amountPaise,
      gateway: status && {
        status: status.rawStatus,
        reference: status.reference,
        amountPaise: status.amountPaise,
        effectiveAmountPaise: status.effectiveAmountPaise,
        currency: status.currency,
        merchantId: status.merchantId,
        txnId: status.gatewayTxnId,
        bankReference: status.bankReference,
      },
    },
  });
}

// Tells the gateway about a recorded refund. The same request id always means the same refund, so it may be sent any number of times
// until the order's status lists it with its outcome.

/** @throws GatewayError when the gateway gives no usable answer; the timer sends it again */
async function sendRefund(
  deps: Pick<Deps, 'db' | 'now' | 'payments'>,
  key: OrderKey,
  row: RefundRow,
): Promise<void> {
  try {
    await deps.payments.refund({ ...key, requestId: row.id, amountPaise: row.amountPaise });
  } catch (error) {
    if (!(error instanceof GatewayError) || error.kind !== 'refused') throw error;
    // The gateway may refuse because it took the refund earlier and its reply was lost.
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
