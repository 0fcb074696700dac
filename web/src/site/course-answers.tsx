/** What who thinks about a course asks first, answered before anything else: the job, the fee, the start. */
import { formatRupees } from '#web/shared/money.ts';
import type { CourseContent } from './content/course.ts';
import { type Fee, fees } from './content/fees.ts';
import styles from './course-answers.module.css';
import { feeLines } from './fee-card.tsx';

export function CourseAnswers({ content }: { content: CourseContent }) {
  const { course, answers } = content;
  const { full }: Fee = fees[course];
  return (
    <dl className={styles.answers}>
      <div>
        <dt>Will it get me the job?</dt>
        <dd className={styles.figure}>{answers.job.figure}</dd>
        <dd>{answers.job.text}</dd>
      </div>
      <div>
        <dt>What do I pay?</dt>
        <dd className={styles.figure}>{formatRupees(full)}</dd>
        <dd>
          Including GST.
          {feeLines(course).map(({ label, value }) => ` ${label} ${value}.`)}
        </dd>
      </div>
      <div>
        <dt>When does it start?</dt>
        <dd className={styles.figure}>{answers.start.figure}</dd>
        <dd>{answers.start.text}</dd>
      </div>
    </dl>
  );
}
