/** The states of orders and refunds in words, each with its look. */
import { type OrderState, orderStates, type RefundState } from '#contract/payments.ts';
import { Badge, type Tone } from '#web/components/ui/badge.tsx';

const orders: Record<OrderState, { label: string; tone: Tone }> = {
  pending: { label: 'Waiting', tone: 'warn' },
  success: { label: 'Paid', tone: 'success' },
  failed: { label: 'Failed', tone: 'neutral' },
  review: { label: 'Needs a look', tone: 'danger' },
  refunded: { label: 'Refunded', tone: 'accent' },
};

const refunds: Record<RefundState, { label: string; tone: Tone }> = {
  pending: { label: 'On its way', tone: 'warn' },
  success: { label: 'Arrived', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  review: { label: 'The bank looks at it', tone: 'warn' },
};

export const orderStateOptions = orderStates.map((value) => ({
  value,
  label: orders[value].label,
}));

export function OrderStateBadge({ state }: { state: OrderState }) {
  return <Badge tone={orders[state].tone}>{orders[state].label}</Badge>;
}

export function RefundStateBadge({ state }: { state: RefundState }) {
  return <Badge tone={refunds[state].tone}>{refunds[state].label}</Badge>;
}
