/** Everything a candidate may want to know of an exam before applying. */
import type { Exam } from '#contract/wire/exams.ts';
import { RichText } from '#web/shared/exam/rich-text.tsx';
import { describeFormat, formatDate, formatTime } from '#web/shared/format.ts';
import { formatRupees } from '#web/shared/money.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import styles from './assessment-grid.module.css';

interface ExamDetailsDialogProps {
  /** Null when closed. */
  exam: Exam | null;
  onClose: () => void;
}

export function ExamDetailsDialog({ exam, onClose }: ExamDetailsDialogProps) {
  return (
    <Dialog open={exam !== null} onClose={onClose} title={exam?.name ?? ''} placement="sheet">
      {exam && (
        <>
          <p>
            <Badge
              tone={exam.status === 'Active' ? 'success' : 'neutral'}
              icon={exam.status === 'Active' ? 'circle-check' : 'circle-cross'}
            >
              {exam.status}
            </Badge>
          </p>
          <dl className={styles.facts}>
            <dt>Date</dt>
            <dd>{formatDate(exam.startDate)}</dd>
            <dt>Time</dt>
            <dd>{formatTime(exam.startDate)}</dd>
            <dt>Duration</dt>
            <dd>{exam.duration} minutes</dd>
            <dt>Format</dt>
            <dd>{describeFormat(exam.format)}</dd>
            <dt>Price</dt>
            <dd>{formatRupees(exam.price)}, including GST</dd>
          </dl>
          <div className={styles.description}>
            <RichText markup={exam.description || 'No description.'} />
          </div>
        </>
      )}
    </Dialog>
  );
}
