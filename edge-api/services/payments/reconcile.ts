// The one act that settles an order, whoever asks for it: the browser's return, the webhook, the timer,
// the candidate's page, the administrator. It asks the gateway (outside any transaction), then judges under
// a lock; done twice, late or at once from several places, it leaves the same.
import { eq, sql } from 'drizzle-orm';
import type { OrderState } from '#contract/payments.ts';
import type { Orm } from '#db/client.ts';
import { orders } from '#db/schema/money.ts';
import type { Deps } from '../../deps.ts';
import type { OrderStatus } from '../../gateways/payment/port.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { untilNextCheck } from './check-schedule.ts';
import { fulfil } from './fulfil.ts';
import { type Judgement, judgeStatus } from './judge-status.ts';

export type Order = typeof orders.$inferSelect;
type Reconciling = Pick<Deps, 'db' | 'now' | 'payments'>;

const ONE_DAY = 24 * 60 * 60_000;
const UNPAID = 'No payment arrived before the payment page closed.';

/**
 * @param touched true when something happened to the order just now, so that it is worth asking soon again
 * @returns the order's state afterwards; null when there is no such order
 * @throws GatewayError when the gateway gives no usable answer; the order is asked about again by itself
 */
export async function reconcile(
  deps: Reconciling,
  orderId: string,
  touched = false,
): Promise<OrderState | null> {
  const [order] = await deps.db.orm.select().from(orders).where(eq(orders.orderId, orderId));
  if (!order) return null;
  if (order.amountPaise === 0) return order.state; // free: the gateway never heard of it
  let status: OrderStatus;
  try {
    status = await deps.payments.orderStatus({
      reference: order.reference,
      customerId: customerOf(order),
    });
  } catch (error) {
    await deps.db.transaction((tx) => settle(tx, deps, orderId, null, touched));
    throw error;
  }
  return deps.db.transaction((tx) => settle(tx, deps, orderId, status, touched));
}

/** Whom the gateway routes an order by: the same for every call about it. */
export function customerOf(order: Pick<Order, 'orderId' | 'uid' | 'applicationId'>): string {
  const customer = order.uid ?? order.applicationId;
  if (customer === null) throw new Error(`Order ${order.orderId} belongs to nobody`);
  return customer;
}

async function settle(
  tx: Orm,
  deps: Reconciling,
  orderId: string,
  status: OrderStatus | null,
  touched: boolean,
): Promise<OrderState | null> {
  const [order] = await tx.select().from(orders).where(eq(orders.orderId, orderId)).for('update');
  if (!order) return null;
  const now = deps.now();
  let judgement = status && judgeStatus(order, status, deps.payments.merchantId);
  if (judgement?.state === 'success')
    judgement = await fulfil(tx, now, order, status?.gatewayTxnId ?? null);
  const { next, checks } = nextCheck(
    order,
    judgement?.state ?? order.state,
    now,
    status === null,
    touched,
  );
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
  return state;
}

const isFinal = (state: OrderState) =>
  state === 'success' || state === 'review' || state === 'refunded';

/** A failed attempt may still be followed by a good one on the same page, so it is asked about further. */
function nextCheck(
  order: Order,
  state: OrderState,
  now: number,
  unanswered: boolean,
  touched: boolean,
): { next: number | null; checks: number } {
  if (isFinal(state)) return { next: null, checks: order.checks + 1 };
  const checks = touched ? 0 : order.checks + 1;
  const pause = untilNextCheck(checks, now - order.createdAt.getTime());
  // An order is given up only on the gateway's own word.
  if (pause === null) return { next: unanswered ? now + ONE_DAY : null, checks };
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
