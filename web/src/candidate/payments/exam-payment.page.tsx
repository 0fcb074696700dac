/** A paid exam fee: refreshes the stored user, who is Fees Paid by now, and leads on to the exam. */
import { useEffect } from 'react';
import type { OrderReply } from '#contract/site/payments.ts';
import { PaperLine, useAhead } from '#web/candidate/exams/paper-ahead.tsx';
import { formatDateTime } from '#web/shared/format.ts';
import { readLocal } from '#web/shared/local-keys.ts';
import { paths } from '#web/shared/paths.ts';
import { refreshUser } from '#web/shared/refresh-user.ts';
import { useUser } from '#web/shared/session.ts';
import { telHref, useBrand } from '#web/shared/use-brand.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Outcome, ReceiptLink, RefundList } from './outcome.tsx';
import { PaymentResponse } from './payment-response.tsx';

/** The uid is the second dash-separated segment of an exam's order id. */
export function uidOfOrder(orderId: string): string | null {
  return orderId.split('-')[1] ?? null;
}

export const description = 'The status of your exam fee payment.';

export default function ExamPayment() {
  return <PaymentResponse success={(order) => <ExamPaymentSuccess order={order} />} />;
}

function ExamPaymentSuccess({ order }: { order: OrderReply }) {
  useRefreshedUser(order.order_id);
  const user = useUser();
  const { phone } = useBrand();
  const { officeInvoice } = order;
  // The candidate paid for two exams, in two tabs. The exam that was paid for first comes first, unless they choose the
  // other.
  const isSecond =
    user?.status === 'Fees Paid' && order.examID !== undefined && order.examID !== user.examID;
  // Candidates who paid nothing themselves see no payment and no amount.
  const said = officeInvoice
    ? { title: 'Your fee is paid' }
    : order.amount === 0
      ? { title: 'Your seat is booked' }
      : { title: 'Payment Successful!', amountLabel: 'Amount' };
  const isDone = user?.status === 'Completed';
  const [next, label] = isSecond
    ? [paths.account, 'Choose in My account']
    : isDone
      ? [paths.examResult, 'See your result']
      : [paths.exam, 'Go to the exam'];
  return (
    <Outcome tone="success" order={order} {...said}>
      {officeInvoice && <p>Your college or employer paid it on our invoice {officeInvoice}.</p>}
      <p>
        {isDone
          ? 'You’ve submitted this exam.'
          : `Your seat is booked${order.exam ? `: ${order.exam.name}, ${formatDateTime(order.exam.startsAt)}` : ''}.`}
      </p>
      {isSecond && (
        <Notice tone="warn" title="You have now paid for two exams">
          <p>
            You can take both, and choose which one comes first. If one was a mistake, please call
            the office before it starts: <a href={telHref(phone)}>{phone}</a>.
          </p>
        </Notice>
      )}
      <RefundList order={order} />
      {!isSecond && user?.status === 'Fees Paid' && user.examID && (
        <PaperAhead uid={user.uid} examId={user.examID} />
      )}
      <LinkButton to={next} variant="primary" size="lg" icon="arrow-right">
        {label}
      </LinkButton>
      <ReceiptLink order={order} />
    </Outcome>
  );
}

function PaperAhead(which: { uid: string; examId: string }) {
  return <PaperLine ahead={useAhead(which)} />;
}

/** Asks the server for the candidate's new status. If the reply is lost, the next sign-in brings the same. */
function useRefreshedUser(orderId: string) {
  const user = useUser();
  const uid = uidOfOrder(orderId);
  const stale = user?.uid === uid && user?.status === 'Registered';

  useEffect(() => {
    const eid = readLocal('eid');
    if (!stale || !uid || !eid) return;
    const leaving = new AbortController();
    refreshUser(uid, eid, { signal: leaving.signal }).catch((error: unknown) => {
      if (!leaving.signal.aborted) console.warn(error);
    });
    return () => leaving.abort();
  }, [stale, uid]);
}
