/** Date, time and fee of an exam, as they stand on a hall ticket. */
import type { Exam } from '#contract/wire/exams.ts';
import { formatDate, formatTime } from '#web/shared/format.ts';
import { formatRupees } from '#web/shared/money.ts';
import styles from './exam-facts.module.css';

export function ExamFacts({ exam }: { exam: Pick<Exam, 'startDate' | 'price'> }) {
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{Date.parse(exam.startDate) > Date.now() ? 'Date and time' : 'Open since'}</dt>
        <dd>{formatDate(exam.startDate)}</dd>
        <dd>{formatTime(exam.startDate)}</dd>
      </div>
      <div>
        <dt>Price</dt>
        <dd className={styles.price}>{formatRupees(exam.price)}</dd>
      </div>
    </dl>
  );
}
