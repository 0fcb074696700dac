/** A candidate's record: orders, sittings, sign-ins, messages, activity; each newest first. */
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Candidate } from '#contract/desk/candidates.ts';
import { DayAndTime } from '#web/shared/day-and-time.tsx';
import { NO_VALUE } from '#web/shared/desk/no-value.ts';
import { orderSearchPath, RowAct } from '#web/shared/desk/row-act.tsx';
import { formatTime } from '#web/shared/format.ts';
import { formatMarks } from '#web/shared/format-marks.ts';
import { formatRupees } from '#web/shared/money.ts';
import { meritListPath } from '#web/shared/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { type Column, DataTable, type DataTableProps } from '#web/ui/data-table.tsx';
import { activityColumns } from '../activity/activity-list.tsx';
import { describeSpan } from '../activity/describe-entry.ts';
import { OrderStateBadge } from '../payments/order-columns.tsx';
import { AnswersDialog } from './answers-dialog.tsx';
import styles from './candidate.module.css';

type Order = Candidate['orders'][number];
type Sitting = Candidate['sittings'][number];
type Place = Candidate['places'][number];
type Message = Candidate['messages'][number];

export function CandidateRecord({ candidate }: { candidate: Candidate }) {
  const { orders, sittings, places, messages, activity, sessions } = candidate;
  const [shown, setShown] = useState<Sitting | null>(null);
  return (
    <>
      <AnswersDialog sitting={shown} onClose={() => setShown(null)} />
      <Part
        title="Orders"
        none="No payments yet."
        columns={orderColumns}
        rows={orders}
        rowKey={({ order_id }) => order_id}
      />
      <Part
        title="Sittings"
        none="No exam started yet."
        columns={sittingColumns(setShown)}
        rows={sittings}
        rowKey={({ id }) => id}
      />
      <Part
        title="Where they signed in"
        none="No recent sign-ins."
        caption="Devices and networks"
        columns={placeColumns}
        rows={places}
        rowKey={({ kind, mark }) => `${kind} ${mark}`}
      >
        {sessions === 1 ? 'One session is open now.' : `${sessions} sessions are open now.`} A
        device is a browser. The code only helps tell them apart.
      </Part>
      <Part
        title="Messages"
        none="No text messages in the last 30 days."
        caption="Text messages of the last 30 days"
        columns={messageColumns}
        rows={messages}
        rowKey={({ createdAt, purpose }, index) => `${createdAt} ${purpose} ${index}`}
      />
      <Part
        title="Activity"
        none="Nothing recorded yet."
        columns={activityColumns}
        rows={activity}
        rowKey={({ id }) => id}
      />
    </>
  );
}

interface PartProps<Row> extends Pick<DataTableProps<Row>, 'columns' | 'rows' | 'rowKey'> {
  title: string;
  /** The name of the table, if other than the title. */
  caption?: string;
  /** Shown when there are no rows. */
  none: string;
  /** An explanation shown above the table. */
  children?: ReactNode;
}

function Part<Row>({ title, caption = title, none, children, ...table }: PartProps<Row>) {
  return (
    <div className={styles.part}>
      <h2>{title}</h2>
      {table.rows.length === 0 ? (
        <p className={styles.about}>{none}</p>
      ) : (
        <>
          {children && <p className={styles.about}>{children}</p>}
          <DataTable caption={caption} captionHidden dense cards {...table} />
        </>
      )}
    </div>
  );
}

const moment = (at: string | null) => (at === null ? NO_VALUE : <DayAndTime at={at} />);

const orderColumns: Column<Order>[] = [
  { key: 'exam', head: 'For', rowHead: true, cell: ({ exam }) => <bdi>{exam}</bdi> },
  { key: 'amount', head: 'Amount', numeric: true, cell: ({ amount }) => formatRupees(amount) },
  {
    key: 'refunded',
    head: 'Refunded',
    numeric: true,
    cell: ({ refunded }) => (refunded > 0 ? formatRupees(refunded) : NO_VALUE),
  },
  { key: 'state', head: 'Status', cell: ({ status }) => <OrderStateBadge state={status} /> },
  {
    key: 'how',
    head: 'Paid by',
    cell: ({ transaction, officeInvoice }) =>
      officeInvoice ? `Invoice ${officeInvoice}` : (transaction ?? NO_VALUE),
  },
  {
    key: 'invoice',
    head: 'Tax invoice',
    cell: ({ invoice }) => (invoice ? <span className={styles.line}>{invoice}</span> : NO_VALUE),
  },
  { key: 'when', head: 'Started', cell: ({ createdAt }) => moment(createdAt) },
  {
    key: 'order',
    head: 'Order',
    cell: ({ order_id }) => (
      <Link className={styles.code} to={orderSearchPath(order_id)}>
        {order_id}
      </Link>
    ),
  },
];

const sittingStates: Record<Sitting['state'], ReactNode> = {
  open: <Badge tone="warn">Under way</Badge>,
  submitted: <Badge tone="success">Submitted</Badge>,
  closed: <Badge>Closed by the server</Badge>,
};

const sittingColumns = (onAnswers: (sitting: Sitting) => void): Column<Sitting>[] => [
  { key: 'exam', head: 'Exam', rowHead: true, cell: ({ exam }) => <bdi>{exam}</bdi> },
  { key: 'state', head: 'Status', cell: ({ state }) => sittingStates[state] },
  { key: 'started', head: 'Started', cell: ({ startedAt }) => moment(startedAt) },
  {
    key: 'ended',
    head: 'Ended',
    cell: ({ startedAt, deadline, closedAt }) => (
      <>
        {moment(closedAt)}
        <span className={styles.detail}>
          Time: {describeSpan(Date.parse(deadline) - Date.parse(startedAt))}, until{' '}
          <span className={styles.line} data-whole="">
            {formatTime(deadline)}
          </span>
        </span>
      </>
    ),
  },
  {
    key: 'answered',
    head: 'Answered',
    numeric: true,
    cell: (sitting) => (
      <>
        {sitting.answered ?? NO_VALUE}
        {sitting.state !== 'open' && sitting.cell === null && (
          <RowAct
            aria-label={`Show the answers in ${sitting.exam}`}
            onClick={() => onAnswers(sitting)}
          >
            Show
          </RowAct>
        )}
      </>
    ),
  },
  {
    key: 'score',
    head: 'Score',
    numeric: true,
    cell: ({ total, provisional, sections = [], merit }) => (
      <>
        {total === null ? NO_VALUE : `${formatMarks(total)}${provisional ? ' (provisional)' : ''}`}
        {sections.map(({ name, marks }) => (
          <span key={name} className={`${styles.detail} ${styles.marks}`}>
            <bdi>{name}</bdi> <span>{formatMarks(marks)}</span>
          </span>
        ))}
        {merit && (
          <span className={styles.detail}>
            <Link to={meritListPath(merit.examId)}>
              Merit rank {merit.rank.toLocaleString('en-IN')}
            </Link>{' '}
            of {merit.of.toLocaleString('en-IN')}
            {merit.qualified === false && ', not qualified'}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'receipt',
    head: 'Receipt',
    cell: ({ receipt, cell }) => (
      <>
        <span className={styles.code}>{receipt ?? NO_VALUE}</span>
        {cell && <span className={styles.detail}>Brought from {cell}</span>}
      </>
    ),
  },
  {
    key: 'devices',
    head: 'Devices',
    cell: ({ devices }) =>
      devices.length === 0 ? (
        NO_VALUE
      ) : (
        <ol className={styles.devices}>
          {devices.map(({ device, openedAt }) => (
            <li key={`${device} ${openedAt}`}>
              <span className={styles.code}>{device.slice(0, 8)}</span> <DayAndTime at={openedAt} />
            </li>
          ))}
        </ol>
      ),
  },
];

const placeColumns: Column<Place>[] = [
  {
    key: 'kind',
    head: 'Kind',
    rowHead: true,
    cell: ({ kind }) => (kind === 'device' ? 'Device' : 'Network'),
  },
  { key: 'mark', head: 'Code', cell: ({ mark }) => <span className={styles.code}>{mark}</span> },
  { key: 'when', head: 'Last sign-in', cell: ({ lastSignInAt }) => moment(lastSignInAt) },
];

const purposes: Record<string, string> = {
  'uid-created': 'UID',
  'password-reset': 'One-time password',
  'payment-receipt': 'Payment received',
  'submission-receipt': 'Receipt of a submission',
  'exam-start': 'Start of the exam',
  refund: 'Refund',
  result: 'Result is out',
  'score-corrected': 'Score corrected',
};

const messageStates: Record<Message['state'], ReactNode> = {
  waiting: <Badge tone="warn">Waiting</Badge>,
  sent: <Badge tone="success">Sent</Badge>,
  failed: <Badge tone="danger">Not sent</Badge>,
};

const messageColumns: Column<Message>[] = [
  {
    key: 'what',
    head: 'Message',
    rowHead: true,
    cell: ({ purpose }) => purposes[purpose] ?? purpose,
  },
  { key: 'state', head: 'Status', cell: ({ state }) => messageStates[state] },
  { key: 'made', head: 'Written', cell: ({ createdAt }) => moment(createdAt) },
  { key: 'sent', head: 'Sent', cell: ({ sentAt }) => moment(sentAt) },
  { key: 'error', head: 'Reason for failure', cell: ({ error }) => error ?? NO_VALUE },
];
