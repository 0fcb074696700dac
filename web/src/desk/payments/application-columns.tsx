/** A course application as a row. */
import { type DeskApplication, paidNames } from '#contract/desk/application-desk.ts';
import { RowAct } from '#web/shared/desk/row-act.tsx';
import type { DeskColumn } from '#web/shared/desk/sortable-head.tsx';
import { formatDate } from '#web/shared/format.ts';
import { formatRupees } from '#web/shared/money.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ApplicationStateBadge } from './application-state.tsx';

export function applicationColumns(
  onOpen: (application: DeskApplication) => void,
): DeskColumn<DeskApplication>[] {
  return [
    {
      key: 'name',
      head: 'Name',
      sort: 'name',
      width: 8.5,
      rowHead: true,
      wraps: true,
      cell: ({ name }) => <bdi>{name}</bdi>,
    },
    { key: 'phone', head: 'Phone', sort: 'phone', width: 7, cell: ({ phone }) => phone },
    { key: 'email', head: 'Email', sort: 'email', width: 10.5, cell: ({ email }) => email },
    { key: 'course', head: 'Course', sort: 'course', width: 8, cell: ({ course }) => course },
    {
      key: 'paid',
      head: 'Payment',
      sort: 'amount',
      width: 10,
      cell: ({ amount, transaction }) => (
        <>
          {formatRupees(amount)}{' '}
          {transaction === null ? (
            <Badge>{paidNames.no}</Badge>
          ) : (
            <Badge tone="success">{paidNames.yes}</Badge>
          )}
          {transaction && ` ${transaction}`}
        </>
      ),
    },
    {
      key: 'date',
      head: 'Date',
      sort: 'date',
      width: 8,
      cell: ({ createdAt }) => formatDate(createdAt),
    },
    {
      key: 'state',
      head: 'Status',
      sort: 'state',
      width: 6,
      cell: ({ state }) => <ApplicationStateBadge state={state} />,
    },
    { key: 'note', head: 'Note', cell: ({ note }) => note },
    {
      key: 'acts',
      head: 'Actions',
      acts: true,
      width: 4.25,
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
}
