/** The columns of the list of exams; an exam whose start has passed is greyed. */
import { Link } from 'react-router-dom';
import { type Exam, examSchema } from '#contract/wire/exams.ts';
import { DayAndTime } from '#web/shared/day-and-time.tsx';
import { MoreActs } from '#web/shared/desk/pop-over.tsx';
import { RecordLink, RowAct, RowActs } from '#web/shared/desk/row-act.tsx';
import type { DeskColumn } from '#web/shared/desk/sortable-head.tsx';
import { api } from '#web/shared/http.ts';
import { formatRupees } from '#web/shared/money.ts';
import {
  examAnalysisPath,
  examPreviewPath,
  examScorePath,
  filePath,
  meritListPath,
} from '#web/shared/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import {
  type BankCount,
  describeNothing,
  describeShortages,
  padSections,
} from './exam-form-values.ts';
import styles from './exams.module.css';

interface RowHandlers {
  /** How many questions of each type the bank holds; null while unknown. */
  bank: readonly BankCount[] | null;
  onEdit: (exam: Exam) => void;
  onCopy: (exam: Exam) => void;
  onStartCodes: (exam: Exam) => void;
  onTextStart: (exam: Exam) => void;
  onDelete: (exam: Exam) => void;
  onArchive: (exam: Exam) => void;
  onBringBack: (exam: Exam) => void;
  /** The list shows deleted exams, which can only be brought back. */
  isDeleted: boolean;
}

/** @param now milliseconds since 1970 */
export function examColumns(now: number, acts: RowHandlers): DeskColumn<Exam>[] {
  const { bank, onEdit, onCopy, onStartCodes, onTextStart } = acts;
  const { onDelete, onArchive, onBringBack, isDeleted } = acts;
  return [
    {
      key: 'number',
      head: '#',
      numeric: true,
      width: 4,
      aside: true,
      cell: (_, index) => index + 1,
    },
    {
      key: 'name',
      head: 'Exam Name',
      sort: 'name',
      rowHead: true,
      // Narrower than usual, so that on a tablet the pinned acts don't cover the start.
      least: 9,
      wraps: true,
      cell: (exam) => (
        <>
          <span id={nameId(exam._id)}>{exam.name}</span>
          {bank && !isDeleted && canStillOpen(exam, now) && <Shortages exam={exam} bank={bank} />}
        </>
      ),
    },
    {
      key: 'price',
      head: 'Price',
      sort: 'price',
      numeric: true,
      width: 4.5,
      cell: ({ price }) => formatRupees(price),
    },
    {
      key: 'image',
      head: 'Image',
      width: 4.75,
      aside: true,
      cell: (exam) => <Thumbnail exam={exam} />,
    },
    {
      key: 'duration',
      head: 'Duration',
      sort: 'duration',
      numeric: true,
      width: 4.75,
      cell: ({ duration }) => `${duration} min`,
    },
    {
      key: 'start',
      head: 'Start',
      sort: 'start',
      width: 8.25,
      wraps: true,
      cell: (exam) => (
        <>
          <DayAndTime at={exam.startDate} />
          {isPast(exam, now) && <VisuallyHidden> (past)</VisuallyHidden>}
        </>
      ),
    },
    { key: 'format', head: 'Format', sort: 'format', width: 5.75, cell: ({ format }) => format },
    {
      key: 'status',
      head: 'Status',
      sort: 'status',
      width: 6,
      cell: (exam) => (isDeleted ? <Badge>Deleted</Badge> : <StatusBadge exam={exam} />),
    },
    {
      key: 'actions',
      head: 'Actions',
      acts: true,
      width: 12,
      cell: (exam) => {
        const back = (
          <RowAct aria-describedby={nameId(exam._id)} onClick={() => onBringBack(exam)}>
            Bring back
          </RowAct>
        );
        if (isDeleted) return <RowActs>{back}</RowActs>;
        return (
          <RowActs>
            {exam.archived ? (
              back
            ) : (
              <RowAct aria-describedby={nameId(exam._id)} onClick={() => onEdit(exam)}>
                Edit
              </RowAct>
            )}
            <RowAct danger aria-describedby={nameId(exam._id)} onClick={() => onDelete(exam)}>
              Delete
            </RowAct>
            <MoreActs describedBy={nameId(exam._id)}>
              <RecordLink to={examPreviewPath(exam._id)}>Preview</RecordLink>
              <button type="button" onClick={() => onCopy(exam)}>
                Duplicate
              </button>
              {!exam.archived && (
                <button type="button" onClick={() => onStartCodes(exam)}>
                  Start codes
                </button>
              )}
              {!exam.archived && !isPast(exam, now) && (
                <button type="button" onClick={() => onTextStart(exam)}>
                  Text the start time
                </button>
              )}
              <Link to={examScorePath(exam._id)}>Scores</Link>
              <Link to={examAnalysisPath(exam._id)}>Analysis</Link>
              <Link to={meritListPath(exam._id)}>Merit list</Link>
              {!exam.archived && (
                <button type="button" onClick={() => onArchive(exam)}>
                  Archive
                </button>
              )}
            </MoreActs>
          </RowActs>
        );
      },
    },
  ];
}

/** Greys an exam whose start has passed. */
export function examRowClass(exam: Exam, now: number): string | undefined {
  return isPast(exam, now) ? styles.past : undefined;
}

function nameId(examId: string): string {
  return `exam-${examId}`;
}

/** Whether candidates may still be given a paper, today or on the day the exam starts. */
function canStillOpen(exam: Exam, now: number): boolean {
  return exam.status === 'Active' || (!exam.archived && !isPast(exam, now));
}

function Shortages({ exam, bank }: { exam: Exam; bank: readonly BankCount[] }) {
  const sentences = describeShortages(exam.fields ?? [], bank);
  const told =
    describeNothing(exam) ??
    (sentences.length > 0 && `Candidates can’t start it: ${sentences.join(' ')}`);
  if (!told) return null;
  return (
    <span className={styles.shortage}>
      <Icon name="alert" size="sm" />
      <span>{told}</span>
    </span>
  );
}

function Thumbnail({ exam: { imageUrl } }: { exam: Exam }) {
  if (!imageUrl) return <span className={styles.muted}>No image</span>;
  return (
    <img
      className={styles.image}
      src={filePath(imageUrl)}
      alt=""
      width={80}
      height={32}
      loading="lazy"
    />
  );
}

function StatusBadge({ exam: { status, archived } }: { exam: Exam }) {
  if (archived) return <Badge>Archived</Badge>;
  return status === 'Active' ? (
    <Badge tone="success" icon="check">
      {status}
    </Badge>
  ) : (
    <Badge>{status}</Badge>
  );
}

/**
 * Makes one exam Active or Inactive and sends the rest of it as it was shown. The server refuses this when somebody else has
 * changed the exam meanwhile.
 */
export function setStatus(exam: Exam, status: Exam['status']): Promise<Exam> {
  const { name, price, description, startDate, duration, format, start, version } = exam;
  const { anotherDevice = 'self', lateMinutes = null } = exam;
  const when = { duration, startDate, start, anotherDevice, lateMinutes };
  const fields = padSections(exam.fields ?? []);
  const body = new FormData();
  const facts = { name, price, description, ...when, format, status, fields, version };
  body.set('data', JSON.stringify(facts));
  return api.put(`exams/${exam._id}`, body, examSchema);
}

/** @param now milliseconds since 1970 */
export function isPast(exam: Pick<Exam, 'startDate'>, now: number): boolean {
  return Date.parse(exam.startDate) < now;
}
