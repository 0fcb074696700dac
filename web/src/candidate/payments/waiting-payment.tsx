/**
 * Shows a payment that the bank or the office hasn't decided on, on any phone of its candidate: the server knows the
 * order, and the phone that paid only remembers its number.
 */
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { freshUserReplySchema, type WaitingOrder } from '#contract/site/waiting-order.ts';
import { api } from '#web/shared/http.ts';
import { applyNowPath, paths } from '#web/shared/paths.ts';
import { updateUser, useUser } from '#web/shared/session.ts';
import { Notice } from '#web/ui/notice.tsx';

/**
 * Once per visit, asks the server for the current status of a candidate who is still Registered on this phone. Without
 * a reply, nothing changes.
 * @returns the order that still waits for the bank or the office; null for none
 */
export function useFreshUser(): WaitingOrder | null {
  const user = useUser();
  const [waiting, setWaiting] = useState<WaitingOrder | null>(null);
  const uid = user?.role === 'candidate' && user.status === 'Registered' ? user.uid : null;
  const eid = user?.examID ?? null;
  useEffect(() => {
    if (!uid) return;
    const leaving = new AbortController();
    api
      .post('exams/updateuser', { uid, eid }, freshUserReplySchema, { signal: leaving.signal })
      .then(
        (fresh) => {
          updateUser(fresh.user);
          setWaiting(fresh.waitingOrder ?? null);
        },
        (error: unknown) => {
          if (!leaving.signal.aborted) console.warn('The user could not be refreshed', error);
        },
      );
    return () => {
      leaving.abort();
      setWaiting(null);
    };
  }, [uid, eid]);
  return waiting;
}

const words: Record<WaitingOrder['status'], { title: string; text: string }> = {
  pending: {
    title: 'We’re waiting for your bank',
    text: 'If you’ve paid, please don’t pay again. Your seat will be booked as soon as the bank confirms it.',
  },
  review: {
    title: 'We’re checking your payment',
    text: 'The bank’s reply doesn’t match your order, so our office is checking it. Please don’t pay again.',
  },
};

interface WaitingPaymentProps {
  order: WaitingOrder;
  /**
   * Whether it stands in place of the button to pay: then it leads candidates who left the bank’s page unpaid back to
   * the payment.
   */
  leadsOn?: boolean;
  /** Whether to name the exam, because the notice isn't shown beside it. */
  isNamed?: boolean;
}

export function WaitingPayment({ order, leadsOn = false, isNamed = false }: WaitingPaymentProps) {
  const { title, text } = words[order.status];
  return (
    <Notice tone="warn" title={title}>
      {isNamed && order.examName && (
        <p>
          You began to pay for <strong dir="auto">{order.examName}</strong>.
        </p>
      )}
      <p>{text}</p>
      <p>
        <Link to={`${paths.paymentResponse}?${new URLSearchParams({ order_id: order.order_id })}`}>
          Check your payment
        </Link>
      </p>
      {leadsOn && order.status === 'pending' && (
        <p>
          Left the bank’s page before paying?{' '}
          <Link to={applyNowPath(order.examID)}>Go back to the payment</Link>
        </p>
      )}
    </Notice>
  );
}
