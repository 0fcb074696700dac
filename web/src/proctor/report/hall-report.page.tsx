/**
 * The report of a session (/proctor/report/…), to be printed or kept as a PDF. Without a network it opens as this phone last loaded
 * it, and says so.
 */
import { useCallback } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { type HallReport, hallReportSchema } from '#contract/hall/report.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { formatDateTime, formatDuration, formatTime } from '#web/shared/format.ts';
import { apiOf } from '#web/shared/http.ts';
import { paths } from '#web/shared/paths.ts';
import { useUser } from '#web/shared/session.ts';
import { SignInAgain } from '#web/shared/sign-in-again.tsx';
import { useAsk } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import { FailedState } from '#web/ui/state-panel.tsx';
import { countActs, whyNames } from '../live/in-words.ts';
import { hallDb } from '../local-db/hall-db.ts';
import { keepReport, readKeptReport } from '../local-db/kept-report.ts';
import styles from './hall-report.module.css';

interface Read {
  report: HallReport;
  /** Why the report is only as this phone last loaded it; null when it is as the server has it now. */
  trouble: string | null;
}

/** @throws ApiProblem when the server refuses, or when it doesn't answer and no copy is kept */
async function readReport(uid: string, examId: string, signal: AbortSignal): Promise<Read> {
  try {
    const path = `proctor/report?exam=${encodeURIComponent(examId)}`;
    const report = await apiOf(uid).get(path, hallReportSchema, { signal });
    // A failed save matters only when the report is next opened without a network.
    await keepReport(hallDb, uid, report).catch(() => {});
    return { report, trouble: null };
  } catch (error) {
    if (!(error instanceof ApiProblem && error.retry === 'later')) throw error;
    const report = await readKeptReport(hallDb, uid, examId).catch(() => null);
    if (!report) throw error;
    return { report, trouble: error.message };
  }
}

export default function HallReportScreen() {
  const user = useUser();
  const { examId = '' } = useParams();
  const uid = user && user.role !== 'candidate' ? user.uid : null;
  const ask = useCallback(
    (signal: AbortSignal) => readReport(uid ?? '', examId, signal),
    [uid, examId],
  );
  const { loaded, retry } = useAsk(uid === null ? null : ask);
  if (!user || uid === null) return <Navigate to={paths.signIn} replace />;
  return (
    <Page title="Report of the session">
      {loaded.state === 'loading' && <Loading label="Loading the report…" />}
      {loaded.state === 'failed' && <Failed {...loaded} onRetry={retry} />}
      {loaded.state === 'ready' && (
        <Report {...loaded.data} by={user.fullName} onLoadAgain={retry} />
      )}
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
        title="We can’t find this exam"
        message="It may have been deleted, or the address is wrong."
      >
        <LinkButton to={paths.proctor}>My exams</LinkButton>
      </FailedState>
    );
  if (code === 'offline')
    return (
      <FailedState
        title="This report isn’t on this phone"
        message="Once this phone has loaded it, it opens even offline."
        onRetry={onRetry}
      >
        <LinkButton to={paths.proctor}>Back to the board</LinkButton>
      </FailedState>
    );
  const isSignedOut = code === 'signed-out';
  return (
    <FailedState
      title="We couldn’t load the report"
      message={message}
      onRetry={isSignedOut ? undefined : onRetry}
    >
      {isSignedOut && <SignInAgain />}
    </FailedState>
  );
}

interface ReportProps extends Read {
  by: string;
  onLoadAgain: () => void;
}

function Report({ report, trouble, by, onLoadAgain }: ReportProps) {
  const { exam, counts, late, acts, now } = report;
  const figures: [string, number][] = [
    ['Enrolled', counts.enrolled],
    ['Checked in', counts.present],
    ['Started', counts.started],
    ['Still under way', counts.underWay],
    ['Submitted', counts.submitted],
    ['Received in full', counts.received],
    ['Handed over without a network', counts.handedOver],
    ['Closed by the server', counts.closed],
    ['With late work to decide', counts.held],
  ];
  return (
    <div className={styles.report}>
      {trouble !== null && (
        <Notice tone="warn" title="This is the report as of when this phone last loaded it." live>
          <p>
            {trouble} It doesn’t include anything after {formatTime(now)}.
          </p>
          <Button onClick={onLoadAgain}>Reload it</Button>
        </Notice>
      )}
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
          <h2>Late work to decide</h2>
          <DataTable
            caption="Late work to decide"
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
  'decide-held': 'Late work decided',
  'check-in': 'Check-in',
  incident: 'Incident',
};

const lateColumns: Column<HallReport['late'][number]>[] = [
  { key: 'whom', head: 'Candidate', rowHead: true, cell: ({ whom }) => whom },
  { key: 'acts', head: 'How many', cell: ({ acts }) => countActs(acts) },
  {
    key: 'why',
    head: 'Why it needs a decision',
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
