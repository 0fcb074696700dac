/** The verdict on a payment: mark, title, what it means, and the order it is about. */
import type { ReactNode } from 'react';
import type { OrderReply } from '#contract/site/payments.ts';
import { formatRupees } from '#web/shared/money.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import styles from './payment-response.module.css';

type OutcomeTone = 'success' | 'warn' | 'danger';
const icons: Record<OutcomeTone, IconName> = { success: 'check', warn: 'clock', danger: 'cross' };

interface OutcomeProps {
  tone: OutcomeTone;
  title: string;
  order: Pick<OrderReply, 'order_id'> & Partial<Pick<OrderReply, 'amount'>>;
  /** Label of the amount; left out, no amount is shown. */
  amountLabel?: string;
  children: ReactNode;
}

export function Outcome({ tone, title, order, amountLabel, children }: OutcomeProps) {
  return (
    <section className={styles.outcome} aria-labelledby="outcome-title">
      <span className={classNames(styles.mark, styles[tone])}>
        <Icon name={icons[tone]} size="lg" />
      </span>
      <h1 id="outcome-title">{title}</h1>
      <dl className={styles.facts}>
        <div>
          <dt>Order ID</dt>
          <dd>{order.order_id}</dd>
        </div>
        {amountLabel && order.amount !== undefined && (
          <div>
            <dt>{amountLabel}</dt>
            <dd>{formatRupees(order.amount)}</dd>
          </div>
        )}
      </dl>
      <div className={styles.words}>{children}</div>
    </section>
  );
}
