// What the gateway's order status makes of an order. Pure. Nothing but a charge of the very amount, in
// rupees, for our own reference and merchant id is a success (decisions.md section 6).
import type { OrderState } from '#contract/site/payments.ts';
import type { OrderStatus } from '../../gateways/payment/port.ts';

export type JudgedOrder = { reference: string; amountPaise: number; state: OrderState };
export type Judgement = {
  state: OrderState;
  /** A sentence for the person who pays; null when there is nothing to explain. */
  reason: string | null;
};

const LONGEST_REASON = 200;
const NO_REASON = 'The bank did not accept the payment.';

/**
 * Answers may be old by the time they are judged: a success never turns into anything but `refunded`, and
 * what a person has to look at waits for that person.
 */
export function judgeStatus(
  order: JudgedOrder,
  status: OrderStatus,
  merchantId: string,
): Judgement | null {
  if (order.state === 'refunded') return null;
  if (status.state === 'refunded') return { state: 'refunded', reason: null };
  if (order.state === 'success' || order.state === 'review') return null;
  switch (status.state) {
    case 'charged': {
      const differing = mismatches(order, status, merchantId);
      return differing.length === 0
        ? { state: 'success', reason: null }
        : {
            state: 'review',
            reason: `The bank’s answer differs from the order in: ${differing.join(', ')}.`,
          };
    }
    case 'failed':
      return { state: 'failed', reason: (status.reason ?? NO_REASON).slice(0, LONGEST_REASON) };
    case 'pending':
      return { state: 'pending', reason: null };
    case 'not-found':
      return null;
  }
}

function mismatches(order: JudgedOrder, status: OrderStatus, merchantId: string): string[] {
  const paidLess =
    status.effectiveAmountPaise !== null && status.effectiveAmountPaise < order.amountPaise;
  return [
    ...(status.reference.toUpperCase() === order.reference.toUpperCase() ? [] : ['order']),
    ...(status.merchantId === merchantId ? [] : ['merchant']),
    ...(status.currency === 'INR' ? [] : ['currency']),
    ...(status.amountPaise === order.amountPaise && !paidLess ? [] : ['amount']),
  ];
}
