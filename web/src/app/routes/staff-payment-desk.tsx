import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { PaymentDesk } from '#web/features/payment-desk/payment-desk.tsx';

export default function PaymentDeskRoute() {
  return (
    <>
      <PageMeta title="Applications & payments" description="Orders, refunds and applications." />
      <PaymentDesk />
    </>
  );
}
