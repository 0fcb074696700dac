import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { ExamPaymentSuccess } from '#web/features/payments/exam-payment-success.tsx';
import { PaymentResponse } from '#web/features/payments/payment-response.tsx';

export default function PaymentResponseRoute() {
  return (
    <>
      <PageMeta title="Your payment" description="What became of your exam fee." />
      <PaymentResponse success={(order) => <ExamPaymentSuccess order={order} />} />
    </>
  );
}
