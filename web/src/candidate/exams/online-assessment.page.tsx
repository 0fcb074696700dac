/** The Active exams as hall tickets, with Know More and Apply Now. */

import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { type Exam, examListSchema } from '#contract/wire/exams.ts';
import { WelcomeNotice } from '#web/candidate/registration/welcome-notice.tsx';
import { paths } from '#web/shared/paths.ts';
import { useLoad } from '#web/shared/use-load.ts';
import { Loading } from '#web/ui/loading.tsx';
import { Page } from '#web/ui/page.tsx';
import { EmptyState, FailedState } from '#web/ui/state-panel.tsx';
import { AssessmentCard } from './assessment-card.tsx';
import styles from './assessment-grid.module.css';

/** Fetched at the first press, or from what the phone keeps: the list comes first. */
const ExamDetailsDialog = lazy(async () => ({
  default: (await import('./exam-details-dialog.tsx')).ExamDetailsDialog,
}));

export const description =
  'The exams open for application now, with date, time and price including GST.';

export default function OnlineAssessment() {
  return (
    <Page
      title="Online assessment"
      intro="Choose an exam. You sit it on your own phone, at the time shown."
    >
      <WelcomeNotice />
      <p>
        First time? <Link to={paths.practice}>Try a practice exam</Link>: no account, and it goes on
        in flight mode.
      </p>
      <AssessmentGrid />
    </Page>
  );
}

function AssessmentGrid() {
  const [exams, retry] = useLoad('exams', examListSchema);
  const [detailed, setDetailed] = useState<Exam | null>(null);
  const [wasAsked, setWasAsked] = useState(false);

  if (exams.state === 'loading')
    return (
      <div className={styles.coming}>
        <Loading label="Loading the assessments…" onRetry={retry} />
      </div>
    );
  if (exams.state === 'failed') {
    return (
      <FailedState
        title="The assessments could not be loaded"
        message={exams.message}
        onRetry={retry}
      />
    );
  }
  const active = exams.data.filter(({ status }) => status === 'Active');
  if (active.length === 0) {
    return (
      <EmptyState icon="calendar" title="No exam is open for applications now">
        <p>New exams are announced here. Please check again in a few days.</p>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={styles.grid}>
        {active.map((exam) => (
          <li key={exam._id}>
            <AssessmentCard
              exam={exam}
              onDetails={() => {
                setWasAsked(true);
                setDetailed(exam);
              }}
            />
          </li>
        ))}
      </ul>
      {wasAsked && (
        <Suspense>
          <ExamDetailsDialog exam={detailed} onClose={() => setDetailed(null)} />
        </Suspense>
      )}
    </>
  );
}
