/** The way from a paid order to its receipt; nothing where none was issued, as for a free exam. */
import type { OrderReply } from '#contract/payments.ts';
import { LinkButton } from '#web/components/ui/link-button.tsx';
import { receiptPath } from '#web/lib/paths.ts';

export function ReceiptLink({ order }: { order: OrderReply }) {
  if (!order.receipt) return null;
  return (
    <LinkButton to={receiptPath(order.order_id)} icon="document">
      See the receipt
    </LinkButton>
  );
}
