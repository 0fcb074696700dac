/** What has become of an order according to the server, and how its payment is shown: mark, title and explanation. */
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { type OrderReply, orderReplySchema } from '#contract/site/payments.ts';
import { mayApply } from '#machines/user-status/status.ts';
import { api } from '#web/shared/http.ts';
import { formatRupees } from '#web/shared/money.ts';
import { receiptPath } from '#web/shared/paths.ts';
import { refreshUser } from '#web/shared/refresh-user.ts';
import { readUser } from '#web/shared/session.ts';
import { reasonOf } from '#web/shared/use-load.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import styles from './payment-response.module.css';

// Reads an order from the server. While the bank hasn't decided, the order is read again, with growing pauses and not
// forever.

/** Milliseconds between two reads, about a minute in all: a bank either answers within seconds or takes its time. */
const pauses = [2_000, 3_000, 5_000, 8_000, 12_000, 15_000, 20_000];

type OrderView =
  | { state: 'loading' }
  | { state: 'failed'; message: string; code: string }
  /** `waiting`: the order is pending and will be asked for again automatically. */
  | { state: 'known'; order: OrderReply; waiting: boolean };

export function useOrder(orderId: string): [OrderView, () => void] {
  const [view, setView] = useState<OrderView>({ state: 'loading' });
  const [round, setRound] = useState(0);

  useEffect(() => {
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function ask(asked: number) {
      try {
        // The candidate pressed a button: have the server ask the bank now, not at its next turn.
        if (round > 0 && asked === 0) await reconcileOwn(leaving.signal);
        const path = `payment/orders/${encodeURIComponent(orderId)}`;
        const order = await api.get(path, orderReplySchema, { signal: leaving.signal });
        const waiting = order.status === 'pending' && asked < pauses.length;
        setView({ state: 'known', order, waiting });
        if (waiting) timer = setTimeout(() => ask(asked + 1), pauses[asked]);
      } catch (error) {
        if (leaving.signal.aborted) return;
        setView({ state: 'failed', ...reasonOf(error) });
      }
    }

    setView({ state: 'loading' });
    ask(0);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [orderId, round]);

  return [view, useCallback(() => setRound((n) => n + 1), [])];
}

async function reconcileOwn(signal: AbortSignal): Promise<void> {
  const user = readUser();
  if (user && mayApply(user)) await refreshUser(user.uid, user.examID, { signal });
}

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

// Reads a failure from the address, for an order that the server tells this person nothing about: the server doesn't
// know the order, or the person isn't signed in as its candidate. A success in the address is never believed.

const saysNothing = ['not-found', 'signed-out', 'forbidden'];
/** Statuses in the server's own redirect that are not failures. */
const notFailed = ['success', 'pending', 'review', 'refunded'];

/** What banks and our own server say when a payment failed. */
const aboutFailure =
  /cancel|declin|refus|reject|insufficient|balance|expired|time[d ]? ?out|authenti|otp|fail|error|invalid|limit/i;
/**
 * Anyone can forge an address, and a sentence in it could tell people to call a number or to pay elsewhere. Six plain
 * words, none of them `at`, `call`, `pay` or `to`, are too few for that.
 */
const fewWords = /^(?!.*\b(?:at|call|pay|to)\b)[a-z]{1,14}(?: [a-z]{1,14}){0,5}\.?$/i;
/** Characters that are looked at: more than any real reason has. */
const LOOKED_AT = 200;

/** @returns the reason, empty if none may be shown; null when the address tells of no failure */
export function toldFailure(address: URLSearchParams, code: string): string | null {
  const status = address.get('status');
  if (!status || notFailed.includes(status) || !saysNothing.includes(code)) return null;
  const told = (address.get('error') ?? '').slice(0, LOOKED_AT).replaceAll('_', ' ');
  return aboutFailure.test(told) && fewWords.test(told) ? told : '';
}

/** A link from a paid order to its receipt; nothing when no receipt was issued, as for a free exam. */
export function ReceiptLink({ order }: { order: OrderReply }) {
  return (
    order.receipt && (
      <LinkButton to={receiptPath(order.order_id)} icon="document">
        See the receipt
      </LinkButton>
    )
  );
}

/** Money on its way back, which `describeRefund` puts into a sentence. */
type Refund = OrderReply['refunds'][number];

const states: Record<Refund['status'], string> = {
  pending: 'is on its way back to the account you paid from. Banks take 5 to 7 working days.',
  success: 'has been returned to the account you paid from.',
  review: 'will be refunded once the bank has checked it.',
  failed: 'couldn’t be refunded yet. We’re looking into it.',
};

export function describeRefund({ amount, status }: Pick<Refund, 'amount' | 'status'>): string {
  return `${formatRupees(amount)} ${states[status]}`;
}

/** The refunds of an order, a sentence each. */
export function RefundList({ order }: { order: Pick<OrderReply, 'refunds'> }) {
  return order.refunds.map((refund) => (
    <p key={`${refund.at} ${refund.amount}`}>{describeRefund(refund)}</p>
  ));
}
