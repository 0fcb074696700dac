/** Applications and payments: the orders for exams and courses, and the applications for courses. */
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { listSorts } from '#contract/desk/list-sorts.ts';
import {
  type DeskApplication,
  type DeskOrder,
  deskApplicationListSchema,
  deskOrderListSchema,
  paidNames,
} from '#contract/desk/payment-desk.ts';
import { DeskPage } from '#web/shared/desk/desk-page.tsx';
import { DeskTabs } from '#web/shared/desk/desk-tabs.tsx';
import { examOptions, listExamNames } from '#web/shared/desk/exam-options.ts';
import { FoundList } from '#web/shared/desk/found-list.tsx';
import { RowAct } from '#web/shared/desk/row-act.tsx';
import type { DeskColumn } from '#web/shared/desk/sortable-head.tsx';
import { useOutcome } from '#web/shared/desk/undoable.tsx';
import { type Found, useFound } from '#web/shared/desk/use-found.ts';
import { formatDate } from '#web/shared/format.ts';
import { formatRupees } from '#web/shared/money.ts';
import { useAsk } from '#web/shared/use-load.ts';
import { Badge } from '#web/ui/badge.tsx';
import {
  ApplicationDialog,
  ApplicationStateBadge,
  applicationStateOptions,
} from './application-dialog.tsx';
import { orderColumns, orderStateOptions } from './order-columns.tsx';
import { OrderDialog } from './order-dialog.tsx';
import { ordersOfExam, sortOut } from './refund-in-turn.ts';
import { useRefunds } from './refund-many-dialog.tsx';

const tabs = [
  { name: 'orders', label: 'Orders' },
  { name: 'applications', label: 'Applications' },
] as const;

export default function PaymentDesk() {
  const asked = useSearchParams()[0].get('tab');
  const current = tabs.find(({ name }) => name === asked) ?? tabs[0];
  return (
    <DeskPage title="Applications and payments">
      <DeskTabs
        label="Applications and payments"
        tabs={tabs.map(({ name, label }) => ({
          label,
          to: { search: `tab=${name}` },
          current: name === current.name,
        }))}
      />
      {current.name === 'orders' ? <OrderDesk /> : <ApplicationDesk />}
    </DeskPage>
  );
}

// Orders: search, open, check with the gateway, refund one or many.

const stateFilter = {
  name: 'state',
  label: 'Status',
  placeholder: 'All statuses',
  options: orderStateOptions,
};

// The exam filter has no options here, because the exams load later than the address is read.
const orderListing = { filters: [stateFilter, { name: 'exam' }], sorts: listSorts.orders };

const noOrders = {
  narrowed: 'No orders match your search and filters.',
  empty: 'An order will appear here as soon as someone presses Pay Now.',
};

/** @returns false only when this page shows all orders of the exam and none of them can be refunded */
function mayHaveRefunds({ asked: { latest }, search, filters, total }: Found<DeskOrder>): boolean {
  const isWhole = search === '' && !filters.state && total === latest?.data.length;
  return !isWhole || sortOut({ orders: latest.data }).wishes.length > 0;
}

function OrderDesk() {
  const found = useFound<DeskOrder>('payments', deskOrderListSchema, orderListing);
  const exams = useAsk(listExamNames);
  const [opened, setOpened] = useState<string | null>(null);
  const [told, tell] = useOutcome(found.asked);
  const [refund, refundWindow] = useRefunds(tell);
  const { exam } = found.filters;
  const known = examOptions(exams.latest ?? [], () => true);
  const examFilter = {
    name: 'exam',
    label: 'Exam',
    placeholder: 'All exams',
    options:
      exam && known.every(({ value }) => value !== exam)
        ? [{ value: exam, label: 'This exam' }, ...known]
        : known,
    hint: exams.loaded.state === 'failed' && (
      <RowAct icon="refresh" onClick={exams.retry}>
        Reload the exams
      </RowAct>
    ),
  };
  return (
    <>
      <FoundList
        found={found}
        one="order"
        icon="rupee"
        filters={[examFilter, stateFilter]}
        workbook="Orders.xlsx"
        none={noOrders}
        caption="Orders"
        columns={orderColumns(({ order_id }) => setOpened(order_id))}
        rowKey={({ order_id }) => order_id}
        acts={
          exam &&
          mayHaveRefunds(found) && (
            <RowAct
              onClick={() =>
                refund(async (signal) => ({ orders: await ordersOfExam(exam, signal) }))
              }
            >
              Refund the whole exam
            </RowAct>
          )
        }
        bulk={({ rows }) => (
          <RowAct onClick={() => refund(async () => ({ orders: rows }))}>Refund</RowAct>
        )}
        {...told}
      />
      {refundWindow}
      <OrderDialog orderId={opened} onClose={() => setOpened(null)} onChanged={found.asked.retry} />
    </>
  );
}

// Course applications: the applicant, the course, the payment, and what the office has done about it.

const payments = [
  { value: 'yes', label: paidNames.yes },
  { value: 'no', label: paidNames.no },
];

const applicationFilters = [
  { name: 'state', label: 'Status', placeholder: 'All statuses', options: applicationStateOptions },
  { name: 'paid', label: 'Payment', placeholder: 'Paid or not', options: payments },
];

const applicationListing = { filters: applicationFilters, sorts: listSorts.applications };

const noApplications = {
  narrowed: 'No applications match your search and filters.',
  empty: 'Course applications from the site will appear here.',
};

function ApplicationDesk() {
  const found = useFound<DeskApplication>(
    'applications',
    deskApplicationListSchema,
    applicationListing,
  );
  const [opened, setOpened] = useState<DeskApplication | null>(null);
  const [done, setDone] = useState<string | null>(null);
  return (
    <>
      <FoundList
        found={found}
        one="application"
        icon="document"
        filters={applicationFilters}
        workbook="Applications.xlsx"
        done={done}
        none={noApplications}
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

/** The columns of the list of course applications. */
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
