/** One page of applications, newest first. */
import { type DeskApplication, paidNames } from '#contract/desk/application-desk.ts';
import { RowAct } from '#web/shared/desk/row-act.tsx';
import { formatDate, formatTime } from '#web/shared/format.ts';
import { formatRupees } from '#web/shared/money.ts';
import { Badge } from '#web/ui/badge.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { ApplicationStateBadge } from './application-state.tsx';
import styles from './payment-desk.module.css';

interface ApplicationTableProps {
  applications: readonly DeskApplication[];
  onOpen: (application: DeskApplication) => void;
}

export function ApplicationTable({ applications, onOpen }: ApplicationTableProps) {
  const columns: Column<DeskApplication>[] = [
    {
      key: 'name',
      head: 'Name',
      rowHead: true,
      cell: ({ name, phone, email }) => (
        <span className={styles.wide}>
          <span className={styles.strong}>{name}</span>
          <span className={styles.detail}>{phone}</span>
          <span className={styles.detail}>{email}</span>
        </span>
      ),
    },
    { key: 'course', head: 'Course', cell: ({ course }) => course },
    {
      key: 'paid',
      head: 'Payment',
      cell: ({ amount, transaction }) => (
        <span className={styles.line}>
          {formatRupees(amount)}{' '}
          {transaction === null ? (
            <Badge>{paidNames.no}</Badge>
          ) : (
            <Badge tone="success">{paidNames.yes}</Badge>
          )}
          {transaction && <span className={styles.detail}>{transaction}</span>}
        </span>
      ),
    },
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
    { key: 'state', head: 'State', cell: ({ state }) => <ApplicationStateBadge state={state} /> },
    {
      key: 'note',
      head: 'Note',
      cell: ({ note }) => <span className={styles.reason}>{note}</span>,
    },
    {
      key: 'acts',
      head: 'Actions',
      pinned: true,
      cell: (application) => (
        <RowAct
          aria-label={`Edit the application of ${application.name}`}
          onClick={() => onOpen(application)}
        >
          Edit
        </RowAct>
      ),
    },
  ];
  return (
    <DataTable
      caption="Applications"
      captionHidden
      dense
      columns={columns}
      rows={applications}
      rowKey={({ _id }) => _id}
    />
  );
}
