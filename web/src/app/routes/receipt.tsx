import { Receipt } from '#web/features/payments/receipt.tsx';

export default function ReceiptRoute() {
  return <Receipt />;
}
