/** One exam on the grid. Apply Now leads a signed-in candidate to the payment page, and anyone else to registration. */
import { useNavigate } from 'react-router-dom';
import type { Exam } from '#contract/wire/exams.ts';
import { mayApply } from '#machines/user-status/status.ts';
import { describeFormat, previewDescription } from '#web/shared/exam/describe-exam.ts';
import { ExamFacts, ExamPicture } from '#web/shared/exam/exam-card.tsx';
import { HallTicket } from '#web/shared/exam/hall-ticket.tsx';
import { RichText } from '#web/shared/exam/rich-text.tsx';
import { formatDate, formatTime } from '#web/shared/format.ts';
import { formatRupees } from '#web/shared/money.ts';
import { applyNowPath, paths } from '#web/shared/paths.ts';
import { serverNow } from '#web/shared/server-now.ts';
import { useUser } from '#web/shared/session.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import styles from './assessment-grid.module.css';
import { isOpen, startsIn } from './choose-exams.ts';

interface AssessmentCardProps {
  exam: Exam;
  /** The time for which the card is rendered, in milliseconds since 1970. */
  at: number;
  onDetails: () => void;
}

export function AssessmentCard({ exam, at, onDetails }: AssessmentCardProps) {
  const apply = useApply();
  return (
    <ExamCard exam={exam} at={at} onDetails={onDetails} onApply={apply && (() => apply(exam))} />
  );
}

/** Returns what Apply Now does; null for a user who can't apply. */
export function useApply(): ((exam: Exam) => void) | null {
  const user = useUser();
  const navigate = useNavigate();
  if (!mayApply(user)) return null;
  return ({ _id: examId }) => {
    if (user?.uid) navigate(applyNowPath(examId));
    else navigate(paths.register, { state: { examId } });
  };
}

interface ExamCardProps extends AssessmentCardProps {
  /** Null for a user who can't apply. */
  onApply: (() => void) | null;
}

/** The card alone: the caller decides what its buttons do. */
export function ExamCard({ exam, at, onDetails, onApply }: ExamCardProps) {
  const titleId = `exam-${exam._id}`;
  return (
    <HallTicket
      labelledBy={titleId}
      picture={<ExamPicture exam={exam} />}
      stub={
        <>
          <ExamFacts exam={exam} at={at} />
          <div className={styles.acts}>
            <Button aria-describedby={titleId} onClick={onDetails}>
              Know More
            </Button>
            {onApply && (
              <Button variant="primary" aria-describedby={titleId} onClick={onApply}>
                Apply Now
              </Button>
            )}
          </div>
        </>
      }
    >
      <p className={styles.standing}>
        <Badge
          tone={isOpen(exam, at) ? 'success' : 'accent'}
          icon={isOpen(exam, at) ? 'circle-check' : 'calendar'}
        >
          {isOpen(exam, at) ? 'Open now' : startsIn(exam, at)}
        </Badge>
      </p>
      <h2 id={titleId} className={styles.title}>
        {exam.name}
      </h2>
      <p className={styles.text}>{previewDescription(exam.description)}</p>
    </HallTicket>
  );
}

interface ExamDetailsDialogProps {
  /** Null when closed. */
  exam: Exam | null;
  onClose: () => void;
  /** Null for a user who can't apply. */
  onApply: (() => void) | null;
}

/** Everything a candidate may want to know about an exam before applying. */
export function ExamDetailsDialog({ exam, onClose, onApply }: ExamDetailsDialogProps) {
  return (
    <Dialog
      open={exam !== null}
      onClose={onClose}
      title={exam?.name ?? ''}
      placement="sheet"
      footer={
        onApply && (
          <Button variant="primary" onClick={onApply}>
            Apply for this exam
          </Button>
        )
      }
    >
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
            <dt>{isOpen(exam, serverNow()) ? 'Open since' : 'Date'}</dt>
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
