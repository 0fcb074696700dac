/** Where a proctor arrives: the exams they watch over, which of them are open, and who to ask. */
import { useCallback } from 'react';
import { Navigate } from 'react-router-dom';
import { type WatchedExam, watchedExamListSchema } from '#contract/desk/staff.ts';
import { DeskList } from '#web/shared/desk/desk-list.tsx';
import { formatDateTime, formatDuration } from '#web/shared/format.ts';
import { api } from '#web/shared/http.ts';
import { paths } from '#web/shared/paths.ts';
import { useUser } from '#web/shared/session.ts';
import { useAsk } from '#web/shared/use-load.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Page } from '#web/ui/page.tsx';
import { EmptyState } from '#web/ui/state-panel.tsx';
import styles from './watched-exams.module.css';

export default function WatchedExams() {
  const user = useUser();
  if (user?.role !== 'proctor' || user.mustChangePassword)
    return <Navigate to={paths.signIn} replace />;
  return (
    <Page
      title="Your exams"
      intro={`Signed in as ${user.fullName}, UID ${user.uid}. These exams are yours to watch over.`}
    >
      <ExamList />
    </Page>
  );
}

function ExamList() {
  const asked = useAsk(
    useCallback(
      (signal: AbortSignal) => api.get('proctor/exams', watchedExamListSchema, { signal }),
      [],
    ),
  );
  return (
    <DeskList
      asked={asked}
      loadingLabel="Loading your exams…"
      failedTitle="Your exams could not be loaded"
    >
      {(exams) =>
        exams.length === 0 ? (
          <EmptyState icon="calendar" title="No exam is assigned to you yet.">
            <p>The office assigns them. If one is missing, please ask there.</p>
          </EmptyState>
        ) : (
          <ul className={styles.list} aria-label="Your exams">
            {exams.map((exam) => (
              <ExamRow key={exam._id} exam={exam} />
            ))}
          </ul>
        )
      }
    </DeskList>
  );
}

function ExamRow({ exam }: { exam: WatchedExam }) {
  return (
    <li className={styles.exam}>
      <div>
        <h2 className={styles.name}>{exam.name}</h2>
        <p className={styles.when}>{formatDateTime(exam.startDate)}</p>
        <p className={styles.more}>
          {formatDuration(exam.duration)} · {exam.format}
        </p>
      </div>
      <ExamState exam={exam} />
    </li>
  );
}

function ExamState({ exam }: { exam: WatchedExam }) {
  if (exam.status === 'Inactive') return <Badge icon="cross">Inactive</Badge>;
  return Date.parse(exam.startDate) <= Date.now() ? (
    <Badge tone="success" icon="check">
      Open
    </Badge>
  ) : (
    <Badge tone="accent" icon="clock">
      Not open yet
    </Badge>
  );
}
