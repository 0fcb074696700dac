import { ApplicationPaymentSuccess } from '#web/candidate/payments/application-payment-success.tsx';
import { PaymentResponse } from '#web/candidate/payments/payment-response.tsx';
import { PageMeta } from '#web/shared/page-meta.tsx';

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
