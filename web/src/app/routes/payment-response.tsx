import { ExamPaymentSuccess } from '#web/candidate/payments/exam-payment-success.tsx';
import { PaymentResponse } from '#web/candidate/payments/payment-response.tsx';
import { PageMeta } from '#web/shared/page-meta.tsx';

export default function PaymentResponseRoute() {
  return (
    <>
      <PageMeta title="Your payment" description="What became of your exam fee." />
      <PaymentResponse success={(order) => <ExamPaymentSuccess order={order} />} />
    </>
  );
}
