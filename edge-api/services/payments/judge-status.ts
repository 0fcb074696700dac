// Decides what the gateway's order status means for an order. Pure. Only a charge of exactly the right amount, in rupees, for our own
// reference and merchant id is a success.
import type { OrderState } from '#contract/site/payments.ts';
import type { OrderStatus } from '../../gateways/payment/port.ts';

type JudgedOrder = { reference: string; amountPaise: number; state: OrderState };
export type Judgement = {
  state: OrderState;
  /** A sentence for the payer; null when there is nothing to explain. */
  reason: string | null;
};

const LONGEST_REASON = 200;
const NO_REASON = 'The bank didn’t accept the payment.';

/**
 * A status may be old by the time it is judged, so a success never becomes anything but `refunded`, and an order in review waits for a
 * person's decision.
 * @returns null when the order stays as it is
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

// Decides when to ask the gateway about an open order again. Pure. Often while somebody may be waiting, then hourly for a day, then daily
// while a payment page may still be open.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const LONGEST_PAUSE_MS = DAY;
const QUICK = [30 * SECOND, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE];
const LAST = 7 * DAY; // how long a payment page at the bank stays usable

/**
 * @param checks how often the gateway was asked since the order was made or last touched
 * @param ageMs milliseconds since the order was made
 * @returns milliseconds until the next check; null when asking is no longer of use
 */
export function untilNextCheck(checks: number, ageMs: number): number | null {
  if (ageMs >= LAST) return null;
  return QUICK[checks] ?? (ageMs < DAY ? HOUR : DAY);
}
