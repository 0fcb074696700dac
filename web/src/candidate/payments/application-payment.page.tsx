/**
 * A paid course application: what was paid, and when the office replies. This phone remembers that the seat is paid.
 */
import { useEffect } from 'react';
import type { OrderReply } from '#contract/site/payments.ts';
import { writeLocal } from '#web/shared/local-keys.ts';
import { useBrand } from '#web/shared/use-brand.ts';
import { Outcome, ReceiptLink, RefundList } from './outcome.tsx';
import { HomeLink, PaymentResponse } from './payment-response.tsx';

export const description = 'The status of your application payment.';

export default function ApplicationPayment() {
  return <PaymentResponse success={(order) => <ApplicationPaymentSuccess order={order} />} />;
}

function ApplicationPaymentSuccess({ order }: { order: OrderReply }) {
  const brand = useBrand();
  useEffect(() => writeLocal('coursePaid', order.order_id), [order.order_id]);
  return (
    <Outcome tone="success" title="Payment Successful!" order={order} amountLabel="Amount Paid">
      <p>
        Thank you, your seat is confirmed. {brand.name} will respond within 48 hours on working
        days.
      </p>
      <RefundList order={order} />
      <ReceiptLink order={order} />
      <HomeLink />
    </Outcome>
  );
}
