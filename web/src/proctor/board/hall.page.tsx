/**
 * The proctor's desk (/proctor): the list of their exams, and the board of one of them. It opens and works without a
 * network; acts done offline wait on this phone, and the page says so.
 */
import { useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import type { WatchedExam } from '#contract/desk/staff.ts';
import { formatDateTime } from '#web/shared/format.ts';
import { paths } from '#web/shared/paths.ts';
import { useUser } from '#web/shared/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { EmptyState } from '#web/ui/state-panel.tsx';
import { TakeIn } from '../hand-over/take-in.tsx';
import type { QueuedRow } from '../local-db/hall-db.ts';
import { hallNow } from '../sync/hall-clock.ts';
import styles from './board.module.css';
import { ExamBoard } from './exam-board.tsx';
import { QueueLine } from './queue-line.tsx';
import { useExams, useHall } from './use-hall.ts';

export default function HallScreen() {
  const user = useUser();
  if (!user || user.role === 'candidate' || user.mustChangePassword)
    return <Navigate to={paths.signIn} replace />;
  return (
    <div className={styles.desk}>
      <header className={styles.top}>
        <h1>Your exams</h1>
        <p className={styles.facts}>
          Signed in as {user.fullName}, UID {user.uid}
        </p>
      </header>
      <Desk key={user.uid} uid={user.uid} />
    </div>
  );
}

function Desk({ uid }: { uid: string }) {
  const hall = useHall(uid);
  const exams = useExams(uid);
  const [asked] = useSearchParams();
  const named = asked.get('exam');
  const [correcting, setCorrecting] = useState<QueuedRow | null>(null);
  return (
    <>
      <TakeIn
        uid={uid}
        rows={hall.queue.rows}
        correcting={correcting}
        onClose={() => setCorrecting(null)}
      />
      <QueueLine hall={hall} onCorrect={setCorrecting} />
      {exams.state === 'loading' && <Loading label="Loading your exams…" />}
      {exams.state === 'failed' && (
        <Notice tone="danger" title="We couldn’t load your exams">
          <p>{exams.message}</p>
          <Button icon="refresh" onClick={exams.retry}>
            Try again
          </Button>
        </Notice>
      )}
      {exams.state === 'ready' && exams.exams.length === 0 && (
        <EmptyState icon="calendar" title="No exams have been assigned to you yet.">
          <p>The office assigns exams. If one is missing, please ask them.</p>
          <Button icon="refresh" onClick={exams.again}>
            Look again
          </Button>
        </EmptyState>
      )}
      {exams.state === 'ready' && (
        <Chosen uid={uid} exams={exams.exams} named={named} hall={hall} />
      )}
    </>
  );
}

interface ChosenProps {
  uid: string;
  exams: readonly WatchedExam[];
  named: string | null;
  hall: ReturnType<typeof useHall>;
}

function Chosen({ uid, exams, named, hall }: ChosenProps) {
  const chosen = exams.find(({ _id }) => _id === named) ?? nearest(exams, hallNow());
  if (!chosen) return null;
  return (
    <>
      {named !== null && named !== chosen._id && (
        <Notice tone="warn" title="This isn’t one of your exams">
          <p>
            It isn’t assigned to you, or the address is wrong. We’re showing the exam closest to now
            below.
          </p>
        </Notice>
      )}
      {exams.length > 1 && (
        <ul className={styles.exams} aria-label="Your exams">
          {exams.map(({ _id, name, startDate }) => (
            <li key={_id}>
              <Link
                to={`${paths.proctor}?${new URLSearchParams({ exam: _id })}`}
                className={styles.choice}
                aria-current={_id === chosen._id ? 'page' : undefined}
              >
                {name} <span className={styles.facts}>{formatDateTime(startDate)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <ExamBoard key={chosen._id} uid={uid} examId={chosen._id} hall={hall} />
    </>
  );
}

/** The exam whose start is nearest to now, before or after. */
function nearest(exams: readonly WatchedExam[], now: number): WatchedExam | undefined {
  const away = ({ startDate }: WatchedExam) => Math.abs(Date.parse(startDate) - now);
  return [...exams].sort((a, b) => away(a) - away(b))[0];
}
