/** The columns of the list of orders. */
import { type DeskOrder, orderKindNames, orderStateNames } from '#contract/desk/payment-desk.ts';
import { type OrderState, orderStates, type RefundState } from '#contract/site/payments.ts';
import { DayAndTime } from '#web/shared/day-and-time.tsx';
import { NO_VALUE } from '#web/shared/desk/no-value.ts';
import { RowAct } from '#web/shared/desk/row-act.tsx';
import type { DeskColumn } from '#web/shared/desk/sortable-head.tsx';
import { formatRupees } from '#web/shared/money.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import styles from './payments.module.css';

export function orderColumns(onOpen: (order: DeskOrder) => void): DeskColumn<DeskOrder>[] {
  return [
    {
      key: 'who',
      head: 'Who pays',
      sort: 'name',
      width: 11,
      rowHead: true,
      cell: ({ name, uid, phone }) => (
        <span className={styles.who}>
          <bdi>{name}</bdi>{' '}
          <span className={styles.detail}>{[uid, phone].filter(Boolean).join(' · ')}</span>
        </span>
      ),
    },
    {
      key: 'item',
      head: 'For',
      least: 5.5,
      wraps: true,
      cell: ({ item, kind }) => (
        <span>
          <bdi>{item}</bdi> <span className={styles.detail}>{orderKindNames[kind]}</span>
        </span>
      ),
    },
    {
      key: 'amount',
      head: 'Amount',
      sort: 'amount',
      numeric: true,
      width: 5.75,
      wraps: true,
      cell: ({ amount, refunded }) => (
        <>
          {formatRupees(amount)}
          {refunded > 0 && (
            <span className={styles.detail}> {formatRupees(refunded)} refunded</span>
          )}
        </>
      ),
    },
    {
      key: 'state',
      head: 'Status',
      sort: 'state',
      width: 6.75,
      cell: ({ status }) => <OrderStateBadge state={status} />,
    },
    {
      key: 'date',
      head: 'Date',
      sort: 'date',
      width: 8.25,
      wraps: true,
      cell: ({ createdAt }) => <DayAndTime at={createdAt} />,
    },
    {
      key: 'invoice',
      head: 'Invoice',
      width: 5,
      wraps: true,
      cell: ({ invoice }) => (invoice ? <span className={styles.code}>{invoice}</span> : NO_VALUE),
    },
    {
      key: 'order',
      head: 'Order',
      sort: 'order',
      width: 7,
      wraps: true,
      cell: ({ order_id }) => <span className={styles.code}>{order_id}</span>,
    },
    {
      key: 'transaction',
      head: 'Transaction',
      width: 7,
      wraps: true,
      cell: ({ transaction, officeInvoice }) =>
        transaction ? (
          <span className={styles.code}>{transaction}</span>
        ) : (
          <span>{officeInvoice ? `Paid by invoice ${officeInvoice}` : 'No transaction yet'}</span>
        ),
    },
    {
      key: 'acts',
      head: 'Actions',
      acts: true,
      width: 4,
      cell: (order) => (
        <RowAct aria-label={`Open order ${order.order_id}`} onClick={() => onOpen(order)}>
          Open
        </RowAct>
      ),
    },
  ];
}

// The status of an order or a refund as a badge, in the colour for that status.

const tones: Record<OrderState, Tone> = {
  pending: 'warn',
  success: 'success',
  failed: 'neutral',
  review: 'danger',
  refunded: 'accent',
};

const refunds: Record<RefundState, { label: string; tone: Tone }> = {
  pending: { label: 'On its way', tone: 'warn' },
  success: { label: 'Arrived', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  review: { label: 'With the bank for review', tone: 'warn' },
};

export const orderStateOptions = orderStates.map((value) => ({
  value,
  label: orderStateNames[value],
}));

export function OrderStateBadge({ state }: { state: OrderState }) {
  return <Badge tone={tones[state]}>{orderStateNames[state]}</Badge>;
}

export function RefundStateBadge({ state }: { state: RefundState }) {
  return <Badge tone={refunds[state].tone}>{refunds[state].label}</Badge>;
}
