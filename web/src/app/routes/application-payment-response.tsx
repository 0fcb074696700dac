import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { ApplicationPaymentSuccess } from '#web/features/payments/application-payment-success.tsx';
import { PaymentResponse } from '#web/features/payments/payment-response.tsx';

export default function ApplicationPaymentResponseRoute() {
  return (
    <>
      <PageMeta
        title="Your payment"
        description="What became of the payment for your application."
      />
      <PaymentResponse success={(order) => <ApplicationPaymentSuccess order={order} />} />
    </>
  );
}
