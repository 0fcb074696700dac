import { Receipt } from '#web/candidate/payments/receipt.tsx';

export default function ReceiptRoute() {
  return <Receipt />;
}
