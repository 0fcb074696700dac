/**
 * Shows the Active exams as openings to a Registered candidate, with their own application on top. Anyone else is
 * redirected.
 */
import { Navigate } from 'react-router-dom';
import type { WaitingOrder } from '#contract/site/waiting-order.ts';
import { type Exam, examListSchema, isOver } from '#contract/wire/exams.ts';
import type { User } from '#contract/wire/users.ts';
import { mayApply } from '#machines/user-status/status.ts';
import { lastPayment } from '#web/candidate/payments/payment-box.tsx';
import { useFreshUser, WaitingPayment } from '#web/candidate/payments/waiting-payment.tsx';
import { previewDescription } from '#web/shared/exam/describe-exam.ts';
import { ExamFacts } from '#web/shared/exam/exam-card.tsx';
import { HallTicket } from '#web/shared/exam/hall-ticket.tsx';
import { applyNowPath, paths } from '#web/shared/paths.ts';
import { hearTime, serverNow } from '#web/shared/server-now.ts';
import { useSessionEnded, useUser } from '#web/shared/session.ts';
import { useLoad } from '#web/shared/use-load.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import { EmptyState, FailedState } from '#web/ui/state-panel.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import styles from './openings.module.css';

export const description = 'Posts you can take an exam for, and your own application.';

export default function Openings() {
  const user = useUser();
  const ended = useSessionEnded();
  const waiting = useFreshUser();
  const [exams, retry] = useLoad('exams', examListSchema, hearTime);
  // The sign-in page redirects by status, and first asks for a new password where one is due.
  if (ended || !user || user.mustChangePassword || !mayApply(user))
    return <Navigate to={paths.signIn} replace />;
  return (
    <Page title={`Hello, ${user.fullName}`} intro="Posts you can take an exam for.">
      {exams.state === 'loading' && <Loading label="Loading the openings…" onRetry={retry} />}
      {exams.state === 'failed' && (
        <FailedState
          title="We couldn’t load the openings"
          message={exams.message}
          onRetry={retry}
        />
      )}
      {exams.state === 'ready' && <OpeningList exams={exams.data} user={user} waiting={waiting} />}
    </Page>
  );
}

interface OpeningListProps {
  exams: Exam[];
  user: User;
  waiting: WaitingOrder | null;
}

function OpeningList({ exams, user, waiting }: OpeningListProps) {
  const { uid, examID: ownExamId } = user;
  const now = serverNow();
  const active = exams.filter((exam) => exam.status === 'Active' && !isOver(exam, now, user));
  const own = active.filter(({ _id }) => _id === ownExamId);
  const others = active.filter(({ _id }) => _id !== ownExamId);
  const elsewhere = waiting && active.every(({ _id }) => _id !== waiting.examID) && (
    <WaitingPayment order={waiting} isNamed />
  );
  if (active.length === 0) {
    return (
      <>
        {elsewhere}
        <EmptyState icon="calendar" title="There are no openings right now">
          <p>We announce new posts here. Please check again in a few days.</p>
        </EmptyState>
      </>
    );
  }
  return (
    <>
      {elsewhere}
      {ownExamId && own.length === 0 && (
        <Notice tone="info">
          <p>The exam you registered for isn’t open now. You can apply for another one.</p>
        </Notice>
      )}
      {own.map((exam) => (
        <section key={exam._id} className={styles.own} aria-labelledby="own-application">
          <h2 id="own-application">Your application</h2>
          <Stepper
            label="Your steps to the result"
            steps={['Register', 'Pay the fee', 'Exam', 'Result']}
            current={1}
          />
          <Opening exam={exam} own={uid} waiting={waiting} />
        </section>
      ))}
      {others.length > 0 && (
        <section className={styles.own} aria-labelledby="other-openings">
          <h2 id="other-openings">{own.length > 0 ? 'Other openings' : 'Openings'}</h2>
          <ul className={styles.grid}>
            {others.map((exam) => (
              <li key={exam._id}>
                <Opening exam={exam} own={null} waiting={waiting} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface OpeningProps {
  exam: Exam;
  /** The candidate's UID if this is their own application; otherwise null. */
  own: string | null;
  waiting: WaitingOrder | null;
}

function Opening({ exam, own, waiting }: OpeningProps) {
  const titleId = `opening-${exam._id}`;
  const free = exam.price === 0;
  const waits = waiting?.examID === exam._id;
  return (
    <HallTicket
      labelledBy={titleId}
      stub={
        <>
          <ExamFacts exam={exam} at={serverNow()} />
          {waits ? (
            <WaitingPayment order={waiting} leadsOn />
          ) : (
            <>
              <LinkButton to={applyNowPath(exam._id)} variant={own ? 'primary' : 'secondary'} full>
                {own ? (free ? 'Book your seat' : 'Pay the exam fee') : 'Apply Now'}
              </LinkButton>
              {own && !free && lastPayment(own)}
            </>
          )}
        </>
      }
    >
      {own && !waits && (
        <p>
          <Badge tone="warn" icon="clock">
            {free ? 'Registered, seat not booked yet' : 'Registered, fee not paid yet'}
          </Badge>
        </p>
      )}
      <h3 id={titleId}>{exam.name}</h3>
      <p className={styles.text}>{previewDescription(exam.description)}</p>
    </HallTicket>
  );
}
