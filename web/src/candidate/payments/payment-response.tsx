/**
 * Shows what has become of a payment, as the server knows it from the gateway. From the address bar, this page believes
 * only the order's number, and a failure that the server says nothing about.
 */
import { type ReactNode, useLayoutEffect } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import type { Course } from '#contract/site/courses.ts';
import type { OrderReply } from '#contract/site/payments.ts';
import { mayApply } from '#machines/user-status/status.ts';
import { ExamFirst } from '#web/shared/exam-first.tsx';
import { readLocal } from '#web/shared/local-keys.ts';
import { formatRupees } from '#web/shared/money.ts';
import { applyNowPath, paths } from '#web/shared/paths.ts';
import { useUser } from '#web/shared/session.ts';
import { SignInAgain } from '#web/shared/sign-in-again.tsx';
import { telHref, useBrand } from '#web/shared/use-brand.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { EmptyState, FailedState } from '#web/ui/state-panel.tsx';
import { Outcome, ReceiptLink, RefundList, toldFailure, useOrder } from './outcome.tsx';
import styles from './payment-response.module.css';

interface PaymentResponseProps {
  /** Renders a success, which differs between an exam and a course application. */
  success: (order: OrderReply) => ReactNode;
}

export function PaymentResponse({ success }: PaymentResponseProps) {
  const orderId = useSearchParams()[0].get('order_id');
  const isOfCourse = useIsOfCourse();
  return (
    <div className={styles.page}>
      {orderId ? (
        <OrderStatus orderId={orderId} success={success} />
      ) : (
        <EmptyState icon="rupee" heading="h1" title="Your payment">
          <p>No payment information found. Please make a payment or return to the home page.</p>
          {isOfCourse || <WayToPay />}
          <HomeLink />
        </EmptyState>
      )}
    </div>
  );
}

/**
 * Our own order numbers. The sign-in may lead a candidate here with the gateway's number, which means nothing to them.
 */
const OURS = /^(?:EXAM|COURSE)-/;

function OrderStatus({ orderId, success }: PaymentResponseProps & { orderId: string }) {
  const [view, askAgain] = useOrder(orderId);
  const user = useUser();
  const isOfCourse = useIsOfCourse();
  const [address, setAddress] = useSearchParams();
  const amount = view.state === 'known' ? view.order.amount : null;
  // Adds the server's amount to the address: the sign-in leads here with the order's number alone. This happens before
  // anything on the page can be pressed; later, it would bring a candidate who pressed a link back to this page.
  useLayoutEffect(() => {
    if (amount === null || address.get('amount') === String(amount)) return;
    const told = new URLSearchParams(address);
    told.set('amount', String(amount));
    setAddress(told, { replace: true, preventScrollReset: true });
  }, [amount, address, setAddress]);
  if (view.state === 'loading') {
    return (
      <>
        <Loading
          label="Processing your payment response..."
          onRetry={askAgain}
          wayOut={<HomeLink />}
        />
        <div className={styles.meanwhile}>{isOfCourse || <ToExam />}</div>
      </>
    );
  }
  if (view.state === 'failed') {
    const reason = toldFailure(address, view.code);
    if (reason !== null) return <Failed order={{ order_id: orderId }} reason={reason} />;
    if (view.code === 'not-found') return <NoSuchOrder orderId={orderId} />;
    const isSignedOut =
      view.code === 'signed-out' || (view.code === 'forbidden' && user?.mustChangePassword);
    return (
      <FailedState
        title="We couldn’t check your payment"
        message={`${view.message} If you’ve paid, your money and your seat are safe.${OURS.test(orderId) ? ` Order ID: ${orderId}` : ''}`}
        first={isOfCourse || <ExamFirst />}
        onRetry={isSignedOut ? undefined : askAgain}
      >
        {isSignedOut && <SignInAgain />}
        <HomeLink />
      </FailedState>
    );
  }
  const { order, waiting } = view;
  switch (order.status) {
    case 'success':
      return success(order);
    case 'pending':
      return <Pending order={order} waiting={waiting} askAgain={askAgain} />;
    case 'review':
      return order.refunds.length > 0 ? (
        <PaidTwice order={order} />
      ) : (
        <Outcome tone="warn" title="We’re checking your payment" order={order}>
          <p>
            The bank’s reply doesn’t match your order, so our office is checking it. You’ll hear
            from us within 48 hours on working days. Please don’t pay again.
          </p>
          <HomeLink />
        </Outcome>
      );
    case 'refunded':
      return (
        <Outcome tone="warn" title="Your money was refunded" order={order}>
          <Refunds order={order} />
          <ReceiptLink order={order} />
          <HomeLink />
        </Outcome>
      );
    case 'failed':
      return <Failed order={order} reason={order.error} />;
  }
}

/** For an order that doesn't exist. As far as we know, this person has paid nothing, so the page promises nothing. */
function NoSuchOrder({ orderId }: { orderId: string }) {
  const brand = useBrand();
  return (
    <FailedState
      title="We can’t find this order"
      message={`There’s no order ${orderId}. Please check the link.`}
    >
      <p>
        If money left your account, call us on <a href={telHref(brand.phone)}>{brand.phone}</a> and
        tell us the date and the amount.
      </p>
      <WayOn />
      <HomeLink />
    </FailedState>
  );
}

function Failed({ order, reason }: { order: ToPay; reason: string | null }) {
  return (
    <Outcome tone="danger" title="Payment Failed" order={order}>
      <p>Your payment could not be processed.</p>
      {reason && <p>Reason: {reason}</p>}
      <PayAgain order={order} />
      <HomeLink />
    </Outcome>
  );
}

/** For money that we don't keep, such as a second payment for the same seat: the server refunds it automatically. */
function PaidTwice({ order }: { order: OrderReply }) {
  return (
    <Outcome tone="warn" title="This payment is being refunded" order={order}>
      {order.error && <p>{order.error}</p>}
      <Refunds order={order} />
      <WayOn />
      <HomeLink />
    </Outcome>
  );
}

function Refunds({ order }: { order: OrderReply }) {
  if (order.refunds.length === 0)
    return <p>The money will go back to the account you paid from.</p>;
  return <RefundList order={order} />;
}

interface PendingProps {
  order: OrderReply;
  waiting: boolean;
  askAgain: () => void;
}

function Pending({ order, waiting, askAgain }: PendingProps) {
  const path = usePathToPay(order);
  return (
    <Outcome tone="warn" title="Waiting for your bank" order={order}>
      <p role="status">
        {waiting
          ? 'Your bank hasn’t replied yet. This page will check again automatically.'
          : `Your bank is taking a while. You can close this page. If ${formatRupees(order.amount)} left your account, your seat will be booked as soon as the bank confirms it.`}{' '}
        Please don’t pay again.
      </p>
      <Button variant={waiting ? 'secondary' : 'primary'} icon="refresh" onClick={askAgain}>
        Check again
      </Button>
      {/* This leads to the same order again, which can't be paid twice. */}
      {path !== null && (
        <p>
          Left the bank’s page before paying? <Link to={path}>Go back to the payment</Link>
        </p>
      )}
      <HomeLink />
    </Outcome>
  );
}

/** The page with the payment box of each course. A placement in Germany isn't paid for on the site. */
const seatPaths: Partial<Record<string, string>> = {
  'US CMA': paths.cmaThanks,
  'US CPA': paths.cpaThanks,
  'CRM & AI Mastery': paths.womenThanks,
  'Data Mastery': `${paths.dataMastery}#pay`,
} satisfies Partial<Record<Course, string>>;

/** An order to pay for. Only its number is known when the server says nothing about it. */
type ToPay = Pick<OrderReply, 'order_id' | 'examID'>;

/**
 * The page where an order can be paid for; null for none. A course order is known by its number, but only this phone
 * remembers for which course it is.
 */
function usePathToPay(order: ToPay | null): string | null {
  const user = useUser();
  if (order?.order_id.startsWith('COURSE-'))
    return seatPaths[readLocal('courseApplied') ?? ''] ?? null;
  const examId = order?.examID ?? readLocal('eid') ?? user?.examID;
  return user && examId && mayApply(user) ? applyNowPath(examId) : null;
}

function PayAgain({ order }: { order: ToPay }) {
  const brand = useBrand();
  const path = usePathToPay(order);
  return (
    <>
      <p>
        If money left your account, call us on <a href={telHref(brand.phone)}>{brand.phone}</a> and
        tell us the order ID.
        {path !== null && ' If not, you can pay again.'}
      </p>
      {path !== null && (
        <LinkButton to={path} variant="primary" size="lg" icon="refresh">
          Pay again
        </LinkButton>
      )}
    </>
  );
}

function WayToPay() {
  const path = usePathToPay(null);
  return path === null ? (
    <WayOn />
  ) : (
    <LinkButton to={path} variant="primary">
      Pay the exam fee
    </LinkButton>
  );
}

/**
 * Leads on to the exam, which needs neither a network nor news of the payment. An exam's order is shown only to
 * signed-in users, so anyone else is led to the sign-in.
 */
function WayOn() {
  const user = useUser();
  return useIsOfCourse() || (user ? <ToExam /> : <SignInAgain />);
}

function ToExam() {
  const user = useUser();
  return user?.status === 'Fees Paid' && <LinkButton to={paths.exam}>Go to the exam</LinkButton>;
}

/** Whether this page is for a course: a person who pays for a course needs no account and has no exam to go to. */
function useIsOfCourse(): boolean {
  return useLocation().pathname === paths.applicationPaymentResponse;
}

export function HomeLink() {
  return <Link to={paths.home}>Go to the home page</Link>;
}
