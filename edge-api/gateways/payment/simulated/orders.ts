/** What an act does to an order of the simulated gateway. Pure; `pay`, `decline` and `cancel` need it open. */
import type { SimulatedOrder, Trouble } from './store.ts';

const RUPEE = 100;

export type PayWith = { trouble: Trouble; answersUntilCharged: number; bankReference: string };

/** Can it be paid now? Not when it is paid, nor while the bank is at work on an attempt. */
export function isOpen(order: SimulatedOrder): boolean {
  return order.status !== 'CHARGED' && order.status !== 'AUTHORIZING';
}

/** One more attempt to pay, with the trouble chosen for it. */
export function pay(order: SimulatedOrder, how: PayWith): SimulatedOrder {
  const attempt: SimulatedOrder = {
    ...order,
    trouble: how.trouble,
    bankReference: how.bankReference,
    attempts: order.attempts + 1,
    reason: '',
    answersUntilCharged: null,
  };
  const less = Math.max(0, order.amountPaise - RUPEE);
  switch (how.trouble) {
    case 'pending':
      return { ...attempt, status: 'AUTHORIZING', answersUntilCharged: how.answersUntilCharged };
    case 'late-success':
      return {
        ...attempt,
        status: 'AUTHORIZATION_FAILED',
        reason: 'The bank did not answer in time.',
        answersUntilCharged: how.answersUntilCharged,
      };
    case 'wrong-amount':
      return charged({ ...attempt, amountPaise: less, effectiveAmountPaise: less });
    case 'short-payment':
      return charged({ ...attempt, effectiveAmountPaise: less });
    default:
      return charged(attempt);
  }
}

export function decline(order: SimulatedOrder): SimulatedOrder {
  return fail(order, 'AUTHORIZATION_FAILED', 'The bank declined the payment.');
}

export function cancel(order: SimulatedOrder): SimulatedOrder {
  return fail(order, 'AUTHENTICATION_FAILED', 'The payment was cancelled.');
}

/** The order after one more answer of order status: what was to take a while may be done by then. */
export function afterStatusAnswer(order: SimulatedOrder): SimulatedOrder {
  const settled = order.refunds.some((refund) => !refund.settled)
    ? { ...order, refunds: order.refunds.map((refund) => ({ ...refund, settled: true })) }
    : order;
  if (settled.answersUntilCharged === null) return settled;
  return settled.answersUntilCharged === 0
    ? charged({ ...settled, reason: '', answersUntilCharged: null })
    : { ...settled, answersUntilCharged: settled.answersUntilCharged - 1 };
}

/** null: not paid, or more than what is left of it. The same request id again changes nothing. */
export function refund(
  order: SimulatedOrder,
  request: { requestId: string; amountPaise: number | null; at: string },
): SimulatedOrder | null {
  if (order.status !== 'CHARGED') return null;
  if (order.refunds.some((known) => known.requestId === request.requestId)) return order;
  const left =
    order.effectiveAmountPaise - order.refunds.reduce((sum, r) => sum + r.amountPaise, 0);
  const amountPaise = request.amountPaise ?? left;
  if (amountPaise <= 0 || amountPaise > left) return null;
  const { requestId, at: createdAt } = request;
  return {
    ...order,
    refunds: [...order.refunds, { requestId, amountPaise, createdAt, settled: false }],
  };
}

/** The webhooks that a change from one state to another gives rise to, in the gateway's order. */
export function eventsOf(before: SimulatedOrder, after: SimulatedOrder): readonly string[] {
  if (before === after) return [];
  const settled = (order: SimulatedOrder) => order.refunds.filter((r) => r.settled).length;
  if (settled(after) > settled(before)) return ['ORDER_REFUNDED'];
  if (after.status === 'CHARGED' && before.status !== 'CHARGED') {
    return ['TXN_CHARGED', 'ORDER_SUCCEEDED'];
  }
  return after.attempts > before.attempts && after.status.endsWith('_FAILED')
    ? ['ORDER_FAILED']
    : [];
}

function charged(order: SimulatedOrder): SimulatedOrder {
  return { ...order, status: 'CHARGED' };
}

function fail(
  order: SimulatedOrder,
  status: 'AUTHORIZATION_FAILED' | 'AUTHENTICATION_FAILED',
  reason: string,
): SimulatedOrder {
  return {
    ...order,
    status,
    reason,
    trouble: 'none',
    attempts: order.attempts + 1,
    answersUntilCharged: null,
  };
}
