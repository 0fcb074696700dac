/** The states of orders and refunds, each with its look. */
import { orderStateNames } from '#contract/desk/payment-desk.ts';
import { type OrderState, orderStates, type RefundState } from '#contract/site/payments.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';

const tones: Record<OrderState, Tone> = {
  pending: 'warn',
  success: 'success',
  failed: 'neutral',
  review: 'danger',
  refunded: 'accent',
};

const refunds: Record<RefundState, { label: string; tone: Tone }> = {
  pending: { label: 'On its way', tone: 'warn' },
  success: { label: 'Arrived', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  review: { label: 'With the bank for review', tone: 'warn' },
};

export const orderStateOptions = orderStates.map((value) => ({
  value,
  label: orderStateNames[value],
}));

export function OrderStateBadge({ state }: { state: OrderState }) {
  return <Badge tone={tones[state]}>{orderStateNames[state]}</Badge>;
}

export function RefundStateBadge({ state }: { state: RefundState }) {
  return <Badge tone={refunds[state].tone}>{refunds[state].label}</Badge>;
}
