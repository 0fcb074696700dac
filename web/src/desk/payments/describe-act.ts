/** What happened to an order, in words for the office; an act this list doesn't know keeps its own name. */
import { formatRupees } from '#web/shared/money.ts';

const acts: Record<string, string> = {
  'order.success': 'Paid',
  'order.failed': 'The payment failed',
  'order.pending': 'Waiting for the bank again',
  'order.review': 'Needs a look',
  'order.refunded': 'Fully refunded',
  'order.checked': 'Asked the bank',
  'refund.requested': 'Refund requested',
  'refund.success': 'Refund arrived',
  'refund.pending': 'Refund on its way',
  'refund.review': 'Refund with the bank for review',
  'refund.failed': 'Refund failed',
};

export function describeAct(action: string): string {
  return acts[action] ?? action;
}

/** What the log says beside the act: a reason, an amount; empty when there is nothing to add. */
export function describeDetail(detail: Record<string, unknown>): string {
  const { amountPaise, reason, gatewayReason } = detail;
  return [
    typeof amountPaise === 'number' ? formatRupees(amountPaise / 100) : '',
    typeof reason === 'string' ? reason : '',
    typeof gatewayReason === 'string' && gatewayReason !== 'SUCCESS' ? gatewayReason : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
