/** Course applications: who wants what, paid or not, and what the office did about it. */
import { useState } from 'react';
import {
  type DeskApplication,
  deskApplicationListSchema,
  paidNames,
} from '#contract/desk/application-desk.ts';
import { listSorts } from '#contract/desk/list-sorts.ts';
import { FoundList } from '#web/shared/desk/found-list.tsx';
import { RowAct } from '#web/shared/desk/row-act.tsx';
import type { DeskColumn } from '#web/shared/desk/sortable-head.tsx';
import { useFound } from '#web/shared/desk/use-found.ts';
import { formatDate } from '#web/shared/format.ts';
import { formatRupees } from '#web/shared/money.ts';
import { Badge } from '#web/ui/badge.tsx';
import {
  ApplicationDialog,
  ApplicationStateBadge,
  applicationStateOptions,
} from './application-dialog.tsx';

const payments = [
  { value: 'yes', label: paidNames.yes },
  { value: 'no', label: paidNames.no },
];

const filters = [
  { name: 'state', label: 'Status', placeholder: 'All statuses', options: applicationStateOptions },
  { name: 'paid', label: 'Payment', placeholder: 'Paid or not', options: payments },
];

const listing = { filters, sorts: listSorts.applications };

const none = {
  narrowed: 'No application matches your search and filters.',
  empty: 'Course applications from the site appear here.',
};

export function ApplicationDesk() {
  const found = useFound<DeskApplication>('applications', deskApplicationListSchema, listing);
  const [opened, setOpened] = useState<DeskApplication | null>(null);
  const [done, setDone] = useState<string | null>(null);
  return (
    <>
      <FoundList
        found={found}
        one="application"
        icon="document"
        filters={filters}
        workbook="Applications.xlsx"
        done={done}
        none={none}
        caption="Applications"
        columns={applicationColumns(setOpened)}
        rowKey={({ _id }) => _id}
      />
      <ApplicationDialog
        application={opened}
        onClose={() => setOpened(null)}
        onTakeTheirs={(theirs) => {
          setOpened(theirs);
          found.asked.retry();
        }}
        onSaved={({ name }) => {
          setOpened(null);
          setDone(`The application of ${name} was saved.`);
          found.asked.retry();
        }}
      />
    </>
  );
}

/** A course application as a row. */
function applicationColumns(
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
