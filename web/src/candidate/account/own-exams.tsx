/** What somebody applied for, sat and paid, with the receipt of each. */
import { Link } from 'react-router-dom';
import type { OwnExam } from '#contract/site/account.ts';
import type { UserStatus } from '#contract/wire/users.ts';
import { formatDate, formatDateTime } from '#web/shared/format.ts';
import { paths, receiptPath } from '#web/shared/paths.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import type { IconName } from '#web/ui/icon.tsx';
import styles from './account.module.css';

const looks: Record<UserStatus, { tone: Tone; icon: IconName }> = {
  Registered: { tone: 'neutral', icon: 'clock' },
  'Fees Paid': { tone: 'accent', icon: 'rupee' },
  Completed: { tone: 'success', icon: 'check' },
};

export function OwnExams({ exams }: { exams: readonly OwnExam[] }) {
  if (exams.length === 0) {
    return (
      <p className={styles.note}>
        You have not applied for an exam yet. <Link to={paths.onlineAssessment}>See the exams</Link>
      </p>
    );
  }
  return (
    <ul className={styles.list}>
      {exams.map((exam) => (
        <li key={exam.enrolmentId} className={styles.exam}>
          <div className={styles.examHead}>
            <h3>{exam.name}</h3>
            <Badge {...looks[exam.status]}>{exam.status}</Badge>
          </div>
          <p className={styles.note}>
            {exam.completedAt
              ? `Submitted on ${formatDateTime(exam.completedAt)}`
              : `Opens on ${formatDateTime(exam.startsAt)}. You applied on ${formatDate(exam.appliedAt)}.`}
          </p>
          {exam.receiptCode && (
            <p>
              Receipt of your answers: <span className={styles.code}>{exam.receiptCode}</span>
            </p>
          )}
          {exam.orderId && (
            <p>
              <Link to={receiptPath(exam.orderId)}>Receipt of the fee</Link>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
