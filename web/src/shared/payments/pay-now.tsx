/** The stub of every payment box: the price, what went wrong, and the one button. */

import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './payment-box.module.css';

interface PayNowProps {
  label: string;
  price: string;
  pending: boolean;
  problem: string | null;
  /** Nothing has to be paid: the seat is booked at once. */
  free?: boolean;
  /** Shown when an order was begun before, which may already be paid. */
  begun: ReactNode;
  onPay: () => void;
}

export function PayNow(props: PayNowProps) {
  const { label, price, pending, problem, free = false, begun, onPay } = props;
  return (
    <>
      <div className={styles.total}>
        <span>{label}</span>
        <span className={styles.price}>{price}</span>
      </div>
      {problem && (
        <Notice tone="danger" title="The payment didn’t start" live>
          <p>{problem}</p>
          <p>You haven’t been charged{begun && ' this time'}.</p>
        </Notice>
      )}
      {begun}
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
          ? 'This exam is free. Press Pay Now to book your seat.'
          : 'You’ll pay on the bank’s own page by UPI, card or net banking, then come back here.'}
      </p>
    </>
  );
}

/** For a person who may have paid already: the bank has not answered, or the way back from its page was lost. */
export function PaidAlready({ order, path }: { order: string; path: string }) {
  return (
    <p className={styles.small}>
      Already paid? Please don’t pay twice.{' '}
      <Link to={`${path}?${new URLSearchParams({ order_id: order })}`}>Check your payment</Link>
    </p>
  );
}

// Leads to the bank's page, once at a time, and is ready again when the person comes back from there.

interface GatewayVisit {
  pending: boolean;
  /** Why the payment did not start, or null. */
  problem: string | null;
  /** Asks the server for the bank's page and goes there. */
  start: (ask: () => Promise<{ payment_url: string }>) => Promise<void>;
  /** Shows why the payment can't start, without asking the server. */
  refuse: (problem: string) => void;
}

export function useGatewayVisit(): GatewayVisit {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  // The browser's Back button returns from the bank's page to this page as it was left.
  useEffect(() => {
    const ready = () => setPending(false);
    window.addEventListener('pageshow', ready);
    return () => window.removeEventListener('pageshow', ready);
  }, []);

  async function start(ask: () => Promise<{ payment_url: string }>) {
    setProblem(null);
    setPending(true);
    try {
      const { payment_url } = await ask();
      window.location.assign(payment_url);
    } catch (error) {
      setPending(false);
      setProblem(paymentProblem(error));
    }
  }

  return { pending, problem, start, refuse: setProblem };
}

/** The message for a payment that could not be started. */
export function paymentProblem(error: unknown): string {
  if (!(error instanceof ApiProblem)) return 'An error occurred while initiating payment';
  if (error.code === 'unreadable-reply') return 'Failed to initiate payment';
  return error.message;
}
