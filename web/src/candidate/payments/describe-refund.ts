/** What is becoming of money on its way back, in a sentence. */
import type { OrderReply } from '#contract/site/payments.ts';
import { formatRupees } from '#web/shared/money.ts';

type Refund = OrderReply['refunds'][number];

const states: Record<Refund['status'], string> = {
  pending: 'is on its way back to the account it came from. Banks take 5 to 7 working days.',
  success: 'went back to the account it came from.',
  review: 'is being refunded; the bank is checking it first.',
  failed: 'could not be refunded yet. We are looking into it.',
};

export function describeRefund({ amount, status }: Pick<Refund, 'amount' | 'status'>): string {
  return `${formatRupees(amount)} ${states[status]}`;
}
