/** The verdict on a payment: mark, title, what it means, and the order it is about. */
import type { ReactNode } from 'react';
import type { OrderReply } from '#contract/site/payments.ts';
import { formatRupees } from '#web/shared/money.ts';
import { receiptPath } from '#web/shared/paths.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
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

// A failure that the address tells of, where the server says nothing to this person about the order: it doesn't
// know it, or they aren't signed in as its candidate.
// A success is never believed from the address.

const saysNothing = ['not-found', 'signed-out', 'forbidden'];
/** What the server's own way back says of orders that are not lost. */
const notFailed = ['success', 'pending', 'review', 'refunded'];

/**
 * What banks and our own server say, in our words. Anyone can write an address: no sentence from it is ever
 * shown, since it could tell people to call a number or to pay elsewhere.
 */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/cancel/i, 'The payment was cancelled.'],
  [/insufficient|balance/i, 'There was not enough money in the account.'],
  [/expired|time[d ]? ?out/i, 'The payment took too long.'],
  [/authenti|otp|pin/i, 'The bank could not confirm that it was you.'],
  [/declin|refus|reject/i, 'Declined by the bank.'],
];
/** Longer than any reason that is one. */
const LOOKED_AT = 200;

/** @returns the reason in our words, empty for none that we know; null where the address tells of no failure */
export function toldFailure(address: URLSearchParams, code: string): string | null {
  const status = address.get('status');
  if (!status || notFailed.includes(status) || !saysNothing.includes(code)) return null;
  const told = (address.get('error') ?? '').slice(0, LOOKED_AT);
  return reasons.find(([pattern]) => pattern.test(told))?.[1] ?? '';
}

/** The way from a paid order to its receipt; nothing where none was issued, as for a free exam. */
export function ReceiptLink({ order }: { order: OrderReply }) {
  return (
    order.receipt && (
      <LinkButton to={receiptPath(order.order_id)} icon="document">
        See the receipt
      </LinkButton>
    )
  );
}

/** What is becoming of money on its way back, in a sentence. */
type Refund = OrderReply['refunds'][number];

const states: Record<Refund['status'], string> = {
  pending: 'is on its way back to the account it came from. Banks take 5 to 7 working days.',
  success: 'went back to the account it came from.',
  review: 'is being refunded; the bank is checking it first.',
  failed: 'could not be refunded yet. We are looking into it.',
};

export function describeRefund({ amount, status }: Pick<Refund, 'amount' | 'status'>): string {
  return `${formatRupees(amount)} ${states[status]}`;
}
