import { PaymentDesk } from '#web/desk/payments/payment-desk.tsx';
import { PageMeta } from '#web/shared/page-meta.tsx';

export default function PaymentDeskRoute() {
  return (
    <>
      <PageMeta title="Applications & payments" description="Orders, refunds and applications." />
      <PaymentDesk />
    </>
  );
}
