/** The stub of every payment box: the price, what went wrong, and the one button. */
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './payment-box.module.css';

interface PayNowProps {
  label: string;
  price: string;
  pending: boolean;
  problem: string | null;
  /** Nothing is paid: the seat is booked at once. */
  free?: boolean;
  onPay: () => void;
}

export function PayNow({ label, price, pending, problem, free = false, onPay }: PayNowProps) {
  return (
    <>
      <div className={styles.total}>
        <span>{label}</span>
        <span className={styles.price}>{price}</span>
      </div>
      {problem && (
        <Notice tone="danger" title="The payment did not start" live>
          <p>{problem}</p>
          <p>No money was taken.</p>
        </Notice>
      )}
      <Button
        variant="primary"
        size="lg"
        full
        pending={pending}
        pendingLabel="Processing..."
        onClick={onPay}
      >
        Pay Now
      </Button>
      <p className={styles.small}>
        {free
          ? 'This exam is free. Press Pay Now, and your seat is booked at once.'
          : 'You pay on the bank’s own page by UPI, card or net banking, and come back here afterwards.'}
      </p>
    </>
  );
}
