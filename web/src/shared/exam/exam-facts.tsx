/** When an exam starts, how long it takes, what one does in it and its fee, as they stand on a hall ticket. */
import type { Exam } from '#contract/wire/exams.ts';
import { formatDate, formatDuration, formatTime, shortFormat } from '#web/shared/format.ts';
import { formatRupees } from '#web/shared/money.ts';
import styles from './exam-facts.module.css';

interface ExamFactsProps {
  exam: Pick<Exam, 'startDate' | 'price' | 'duration' | 'format'>;
  /** The time that they are shown for, in milliseconds since 1970. */
  at: number;
}

export function ExamFacts({ exam, at }: ExamFactsProps) {
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{Date.parse(exam.startDate) > at ? 'Date and time' : 'Open since'}</dt>
        <dd>{formatDate(exam.startDate)}</dd>
        <dd>{formatTime(exam.startDate)}</dd>
      </div>
      <div>
        <dt>Price</dt>
        <dd className={styles.price}>{formatRupees(exam.price)}</dd>
      </div>
      <div>
        <dt>Format</dt>
        <dd>{exam.format}</dd>
        <dd className={styles.more}>{shortFormat(exam.format)}</dd>
      </div>
      <div>
        <dt>Duration</dt>
        <dd>{formatDuration(exam.duration)}</dd>
      </div>
    </dl>
  );
}
