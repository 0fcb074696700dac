/** The report of a session (/proctor/report/…), to be printed or kept as a PDF. */
import { Navigate, useParams } from 'react-router-dom';
import { type HallReport, hallReportSchema } from '#contract/hall/report.ts';
import { formatDateTime, formatDuration, formatTime } from '#web/shared/format.ts';
import { paths } from '#web/shared/paths.ts';
import { useUser } from '#web/shared/session.ts';
import { SignInAgain } from '#web/shared/sign-in-again.tsx';
import { useLoad } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Page } from '#web/ui/page.tsx';
import { FailedState } from '#web/ui/state-panel.tsx';
import { countActs, whyNames } from '../live/in-words.ts';
import styles from './hall-report.module.css';

export default function HallReportScreen() {
  const user = useUser();
  const { examId = '' } = useParams();
  const path = `proctor/report?exam=${encodeURIComponent(examId)}`;
  const [loaded, retry] = useLoad(
    user && user.role !== 'candidate' ? path : null,
    hallReportSchema,
  );
  if (!user || user.role === 'candidate') return <Navigate to={paths.signIn} replace />;
  return (
    <Page title="Report of the session">
      {loaded.state === 'loading' && <Loading label="Loading the report…" />}
      {loaded.state === 'failed' && <Failed {...loaded} onRetry={retry} />}
      {loaded.state === 'ready' && <Report report={loaded.data} by={user.fullName} />}
    </Page>
  );
}

interface FailedProps {
  message: string;
  code: string;
  onRetry: () => void;
}

function Failed({ message, code, onRetry }: FailedProps) {
  if (code === 'not-found')
    return (
      <FailedState
        title="There is no such exam"
        message="It may have been deleted, or the address is wrong."
      >
        <LinkButton to={paths.proctor}>My exams</LinkButton>
      </FailedState>
    );
  const isSignedOut = code === 'signed-out';
  return (
    <FailedState
      title="The report could not be loaded"
      message={message}
      onRetry={isSignedOut ? undefined : onRetry}
    >
      {isSignedOut && <SignInAgain />}
    </FailedState>
  );
}

function Report({ report, by }: { report: HallReport; by: string }) {
  const { exam, counts, late, acts, now } = report;
  const figures: [string, number][] = [
    ['Enrolled', counts.enrolled],
    ['Checked in', counts.present],
    ['Started', counts.started],
    ['Still under way', counts.underWay],
    ['Submitted', counts.submitted],
    ['Received in full', counts.received],
    ['Handed over without network', counts.handedOver],
    ['Closed by the server', counts.closed],
    ['With late answers to decide', counts.held],
  ];
  return (
    <div className={styles.report}>
      <h2>{exam.name}</h2>
      <p>
        {formatDateTime(exam.startDate)} · {formatDuration(exam.duration)} ·{' '}
        {exam.rooms === null ? 'all rooms' : exam.rooms.join(', ')}
      </p>
      <dl className={styles.figures}>
        {figures.map(([term, figure]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{figure.toLocaleString('en-IN')}</dd>
          </div>
        ))}
      </dl>
      {late.length > 0 && (
        <>
          <h2>Late answers to decide</h2>
          <DataTable
            caption="Late answers to decide"
            captionHidden
            dense
            cards
            columns={lateColumns}
            rows={late}
            rowKey={({ whom }) => whom}
          />
        </>
      )}
      <h2>What was done in the hall</h2>
      {acts.length === 0 ? (
        <p>Nothing was noted.</p>
      ) : (
        <DataTable
          caption="What was done in the hall"
          captionHidden
          dense
          cards
          columns={columns}
          rows={acts}
          rowKey={({ id }) => id}
        />
      )}
      <p>
        As of {formatDateTime(now)}, for {by}.
      </p>
      <div className={styles.acts}>
        <Button icon="document" onClick={() => print()}>
          Print
        </Button>
        <LinkButton to={paths.proctor} variant="quiet">
          Back to the board
        </LinkButton>
      </div>
    </div>
  );
}

type Act = HallReport['acts'][number];

const kinds: Readonly<Record<Act['kind'], string>> = {
  'extra-time': 'Extra time',
  pause: 'Paused',
  resume: 'Resumed',
  reopen: 'Reopened',
  'allow-device': 'Another phone allowed',
  resync: 'Phones asked to send',
  'decide-held': 'Late answers decided',
  'check-in': 'Check-in',
  incident: 'Incident',
};

const lateColumns: Column<HallReport['late'][number]>[] = [
  { key: 'whom', head: 'Candidate', rowHead: true, cell: ({ whom }) => whom },
  { key: 'acts', head: 'How many', cell: ({ acts }) => countActs(acts) },
  {
    key: 'why',
    head: 'Why they wait',
    cell: ({ why }) => why.map((one) => whyNames[one]).join(' '),
  },
];

const columns: Column<Act>[] = [
  { key: 'at', head: 'When', rowHead: true, cell: ({ at }) => formatTime(at) },
  {
    key: 'what',
    head: 'What',
    cell: ({ kind, minutes }) =>
      minutes === null ? kinds[kind] : `${kinds[kind]}, ${minutes} min`,
  },
  { key: 'whom', head: 'For', cell: ({ whom }) => whom ?? 'Everyone' },
  { key: 'words', head: 'Reason or note', cell: ({ words }) => words },
  { key: 'by', head: 'By', cell: ({ by }) => by },
];
