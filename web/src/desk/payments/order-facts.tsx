/** Everything known about one order: payer, item, numbers, refunds, history. */
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { describeAction } from '#contract/desk/activity.ts';
import type { DeskOrderDetail } from '#contract/desk/payment-desk.ts';
import { formatDateTime } from '#web/shared/format.ts';
import { formatRupees } from '#web/shared/money.ts';
import { candidatePath } from '#web/shared/paths.ts';
import { Fact } from '#web/ui/fact.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { OrderStateBadge, RefundStateBadge } from './order-columns.tsx';
import styles from './payments.module.css';
import type { Said } from './refund-form.tsx';

interface OrderFactsProps {
  order: DeskOrderDetail;
  /** The outcome of the last act; null when there was none. */
  said: Said | null;
  /** The buttons of the acts. */
  children: ReactNode;
}

export function OrderFacts({ order, said, children }: OrderFactsProps) {
  const top = useRef<HTMLDivElement>(null);
  // On a phone, the administrator may have scrolled down to the form or the button.
  useEffect(() => {
    if (said) top.current?.scrollIntoView({ block: 'start' });
  }, [said]);
  return (
    <div ref={top} className={styles.order}>
      {said && (
        <Notice tone={said.tone} live>
          <p>{said.text}</p>
        </Notice>
      )}
      <p className={styles.head}>
        <strong className={styles.amount}>{formatRupees(order.amount)}</strong>
        <OrderStateBadge state={order.status} />
      </p>
      {order.reason && <p>{order.reason}</p>}
      <div className={styles.acts}>{children}</div>
      <dl className={styles.facts}>
        <Fact name="Who pays">
          {order.uid ? <Link to={candidatePath(order.uid)}>{order.name}</Link> : order.name}
          <span>{[order.uid, order.phone, order.email].filter(Boolean).join(' · ')}</span>
        </Fact>
        <Fact name={order.kind === 'exam' ? 'Exam' : 'Course'}>
          <bdi>{order.item}</bdi>
          {order.enrolment && <span>The candidate is {order.enrolment}.</span>}
        </Fact>
        {order.officeInvoice === null && (
          <Fact name="Started">{formatDateTime(order.createdAt)}</Fact>
        )}
        {order.settledAt && <Fact name="Settled">{formatDateTime(order.settledAt)}</Fact>}
        {order.nextCheckAt && (
          <Fact name="Next check with the bank">{formatDateTime(order.nextCheckAt)}</Fact>
        )}
        <Fact name="Order">{order.order_id}</Fact>
        {order.officeInvoice ? (
          <Fact name="Paid by invoice">{order.officeInvoice}</Fact>
        ) : (
          <Fact name="Bank reference">{order.reference}</Fact>
        )}
        {order.transaction && <Fact name="Transaction">{order.transaction}</Fact>}
        {order.invoice && <Fact name="Invoice">{order.invoice}</Fact>}
      </dl>
      {order.refunds.length > 0 && (
        <section aria-labelledby="order-refunds" className={styles.part}>
          <h3 id="order-refunds">Refunds</h3>
          <ul className={styles.lines}>
            {order.refunds.map((refund) => (
              <li key={refund.id}>
                <span className={styles.when}>{formatDateTime(refund.at)}</span>
                <span>
                  {formatRupees(refund.amount)} <RefundStateBadge state={refund.status} />
                </span>
                <span className={styles.small}>
                  {refund.requestedBy}: {refund.reason}
                  {refund.gatewayReason && ` The bank says: ${refund.gatewayReason}.`}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="order-history" className={styles.part}>
        <h3 id="order-history">History</h3>
        <ol className={styles.lines}>
          {order.officeInvoice === null && (
            <li>
              <span className={styles.when}>{formatDateTime(order.createdAt)}</span>
              <span>Started</span>
            </li>
          )}
          {order.history.map(({ at, actor, action, detail }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the log is only appended to.
            <li key={index}>
              <span className={styles.when}>{formatDateTime(at)}</span>
              <span>
                {describeAction(action)}
                {actor !== 'server' && <span className={styles.small}> · {actor}</span>}
              </span>
              {describeDetail(detail) && (
                <span className={styles.small}>{describeDetail(detail)}</span>
              )}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

/** The details that the log has about an act, such as an amount and a reason; empty when there are none. */
function describeDetail(detail: Record<string, unknown>): string {
  const { amountPaise, reason, gatewayReason } = detail;
  return [
    typeof amountPaise === 'number' ? formatRupees(amountPaise / 100) : '',
    typeof reason === 'string' ? reason : '',
    typeof gatewayReason === 'string' && gatewayReason !== 'SUCCESS' ? gatewayReason : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
