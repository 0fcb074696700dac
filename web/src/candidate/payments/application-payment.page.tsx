/** A paid course application: what was paid, and when someone answers. */
import type { OrderReply } from '#contract/site/payments.ts';
import { useBrand } from '#web/shared/use-brand.ts';
import { Outcome, ReceiptLink } from './outcome.tsx';
import { HomeLink, PaymentResponse } from './payment-response.tsx';

export const description = 'How the payment for your application went.';

export default function ApplicationPayment() {
  return <PaymentResponse success={(order) => <ApplicationPaymentSuccess order={order} />} />;
}

function ApplicationPaymentSuccess({ order }: { order: OrderReply }) {
  const brand = useBrand();
  return (
    <Outcome tone="success" title="Payment Successful!" order={order} amountLabel="Amount Paid">
      <p>Thank you. {brand.name} will respond within 48 hours on working days.</p>
      <ReceiptLink order={order} />
      <HomeLink />
    </Outcome>
  );
}
