/** The Active exams as hall tickets, with Know More and Apply Now. */
import { useState } from 'react';
import { type Exam, examListSchema } from '#contract/exams.ts';
import { Loading } from '#web/components/ui/loading.tsx';
import { EmptyState, FailedState } from '#web/components/ui/state-panel.tsx';
import { useLoad } from '#web/lib/use-load.ts';
import { AssessmentCard } from './assessment-card.tsx';
import styles from './assessment-grid.module.css';
import { ExamDetailsDialog } from './exam-details-dialog.tsx';

export function AssessmentGrid() {
  const [exams, retry] = useLoad('exams', examListSchema);
  const [detailed, setDetailed] = useState<Exam | null>(null);

  if (exams.state === 'loading')
    return <Loading label="Loading the assessments…" onRetry={retry} />;
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
        <p>New exams are announced here. Please look in again in a few days.</p>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={styles.grid}>
        {active.map((exam) => (
          <li key={exam._id}>
            <AssessmentCard exam={exam} onDetails={() => setDetailed(exam)} />
          </li>
        ))}
      </ul>
      <ExamDetailsDialog exam={detailed} onClose={() => setDetailed(null)} />
    </>
  );
}
