// Where the browser is sent after a payment: always the same two pages. What they show comes from the API;
// the query repeats it for whoever reads addresses (specification section 2).
import type { OrderState } from '#contract/site/payments.ts';
import type { Order } from './reconcile.ts';

export type ScreenStatus = 'success' | 'failed' | 'pending';

export const paths = { exam: '/paymentresponse', course: '/applicationpaymentresponse' } as const;

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
