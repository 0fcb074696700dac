/** The way from a paid order to its receipt; nothing where none was issued, as for a free exam. */
import type { OrderReply } from '#contract/site/payments.ts';
import { receiptPath } from '#web/shared/paths.ts';
import { LinkButton } from '#web/ui/link-button.tsx';

export function ReceiptLink({ order }: { order: OrderReply }) {
  if (!order.receipt) return null;
  return (
    <LinkButton to={receiptPath(order.order_id)} icon="document">
      See the receipt
    </LinkButton>
  );
}
