// Our records of refunds. A row is stored before the gateway is called, and only the gateway's order status decides whether the refund
// succeeded.
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { OrderReply, RefundState } from '#contract/site/payments.ts';
import type { Orm } from '#db/client.ts';
import { refunds } from '#db/schema/money.ts';
import type { Refund as GatewayRefund, OrderStatus } from '../../gateways/payment/port.ts';
import { recordAudit } from '../audit/record-audit.ts';

export type RefundRow = typeof refunds.$inferSelect;

const stateOf: Record<GatewayRefund['state'], RefundState> = {
  succeeded: 'success',
  pending: 'pending',
  failed: 'failed',
  review: 'review',
};

export type NewRefund = Pick<
  RefundRow,
  'id' | 'orderId' | 'amountPaise' | 'reason' | 'requestedBy'
>;

/** Call this under the order's lock, commit, and then let `reconcile` send the refund. */
export async function insertRefund(tx: Orm, now: number, refund: NewRefund): Promise<void> {
  await tx.insert(refunds).values({ ...refund, state: 'pending', createdAt: new Date(now) });
  await recordAudit(tx, now, {
    actor: refund.requestedBy,
    action: 'refund.requested',
    subject: refund.orderId,
    detail: { refund: refund.id, amountPaise: refund.amountPaise, reason: refund.reason },
  });
}

export function refundsOf(orm: Orm, orderId: string): Promise<RefundRow[]> {
  return orm
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
}

export async function refundLinesOf(orm: Orm, orderId: string): Promise<OrderReply['refunds']> {
  return (await refundsOf(orm, orderId)).map(({ amountPaise, state, createdAt }) => ({
    amount: amountPaise / 100,
    status: state,
    at: createdAt.toISOString(),
  }));
}

/**
 * Writes what the order status says about our open refunds. Call it under the order's lock.
 * @returns `open`: refunds still open; `unsent`: those of them that the gateway doesn't know; `done`: refunds that have just arrived
 */
export async function bookRefunds(
  tx: Orm,
  now: number,
  orderId: string,
  status: OrderStatus | null,
): Promise<{ open: RefundRow[]; unsent: RefundRow[]; done: RefundRow[] }> {
  const waiting = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), inArray(refunds.state, ['pending', 'review'])));
  if (status === null) return { open: waiting, unsent: [], done: [] };
  const open: RefundRow[] = [];
  const unsent: RefundRow[] = [];
  const done: RefundRow[] = [];
  for (const row of waiting) {
    const known = findRefund(status, row.id);
    const state = known ? stateOf[known.state] : row.state;
    if (known && state !== row.state) await changeRefund(tx, now, row, state, known.rawStatus);
    if (state === 'pending' || state === 'review') open.push(row);
    if (!known && state === 'pending') unsent.push(row);
    if (state === 'success') done.push(row);
  }
  return { open, unsent, done };
}

/** The gateway ignores letter case in ids. */
export function findRefund(status: OrderStatus, id: string): GatewayRefund | undefined {
  return status.refunds.find(({ requestId }) => requestId.toUpperCase() === id.toUpperCase());
}

/** @param gatewayReason the gateway's own word for a failure or for a manual review */
export async function changeRefund(
  tx: Orm,
  now: number,
  row: RefundRow,
  state: RefundState,
  gatewayReason: string,
): Promise<void> {
  const isGood = state === 'success';
  const changed = await tx
    .update(refunds)
    .set({
      state,
      gatewayReason: isGood ? null : gatewayReason,
      settledAt: state === 'success' || state === 'failed' ? new Date(now) : null,
    })
    .where(and(eq(refunds.id, row.id), inArray(refunds.state, ['pending', 'review'])))
    .returning({ id: refunds.id });
  if (changed.length === 0) return;
  await recordAudit(tx, now, {
    actor: 'server',
    action: `refund.${state}`,
    subject: row.orderId,
    detail: { refund: row.id, was: row.state, amountPaise: row.amountPaise, gatewayReason },
  });
}
