/** One page of orders, newest first. */
import { type DeskOrder, orderKindNames } from '#contract/desk/payment-desk.ts';
import { RowAct } from '#web/shared/desk/row-act.tsx';
import { formatDate, formatTime } from '#web/shared/format.ts';
import { formatRupees } from '#web/shared/money.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { OrderStateBadge } from './order-state.tsx';
import styles from './payment-desk.module.css';

const labelOf = ({ order_id }: DeskOrder) => `order ${order_id}`;

interface OrderTableProps {
  orders: readonly DeskOrder[];
  onOpen: (order: DeskOrder) => void;
}

export function OrderTable({ orders, onOpen }: OrderTableProps) {
  const columns: Column<DeskOrder>[] = [
    {
      key: 'who',
      head: 'Who pays',
      rowHead: true,
      cell: ({ name, uid, phone }) => (
        <span className={styles.wide}>
          <span className={styles.strong}>{name}</span>
          <span className={styles.detail}>{[uid, phone].filter(Boolean).join(' · ')}</span>
        </span>
      ),
    },
    {
      key: 'item',
      head: 'For',
      cell: ({ item, kind }) => (
        <span className={styles.wide}>
          {item}
          <span className={styles.detail}>{orderKindNames[kind]}</span>
        </span>
      ),
    },
    {
      key: 'amount',
      head: 'Amount, invoice',
      numeric: true,
      cell: ({ amount, refunded, invoice }) => (
        <span className={styles.line}>
          {formatRupees(amount)}
          {invoice && <span className={styles.detail}>{invoice}</span>}
          {refunded > 0 && <span className={styles.detail}>{formatRupees(refunded)} refunded</span>}
        </span>
      ),
    },
    { key: 'state', head: 'State', cell: ({ status }) => <OrderStateBadge state={status} /> },
    {
      key: 'date',
      head: 'Date',
      cell: ({ createdAt }) => (
        <span className={styles.line}>
          {formatDate(createdAt)}
          <span className={styles.detail}>{formatTime(createdAt)}</span>
        </span>
      ),
    },
    {
      key: 'numbers',
      head: 'Order and transaction',
      cell: ({ order_id, transaction, officeInvoice }) => (
        <span className={styles.wide}>
          <span className={styles.code}>{order_id}</span>
          <span className={styles.detail}>
            {transaction ?? (officeInvoice ? `Invoice ${officeInvoice}` : 'No transaction yet')}
          </span>
        </span>
      ),
    },
    {
      key: 'acts',
      head: 'Actions',
      pinned: true,
      cell: (order) => (
        <RowAct aria-label={`Open ${labelOf(order)}`} onClick={() => onOpen(order)}>
          Open
        </RowAct>
      ),
    },
  ];
  return (
    <DataTable
      caption="Orders"
      captionHidden
      dense
      columns={columns}
      rows={orders}
      rowKey={({ order_id }) => order_id}
    />
  );
}
