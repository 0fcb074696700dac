/** One page of exams; those whose start is past are greyed. */
import { Link } from 'react-router-dom';
import type { Exam } from '#contract/wire/exams.ts';
import { MoreActs } from '#web/shared/desk/more-acts.tsx';
import { RowAct, RowActs } from '#web/shared/desk/row-act.tsx';
import { formatDate, formatTime } from '#web/shared/format.ts';
import { formatRupees } from '#web/shared/money.ts';
import { examAnalysisPath, examPreviewPath, filePath } from '#web/shared/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { type BankCount, describeShortages } from './bank-shortage.ts';
import styles from './exam-table.module.css';
import { isPast } from './is-past.ts';

interface ExamTableProps {
  exams: readonly Exam[];
  /** How many come on earlier pages. */
  before: number;
  /** What the bank holds; null while it isn't known. */
  bank: readonly BankCount[] | null;
  onEdit: (exam: Exam) => void;
  onCopy: (exam: Exam) => void;
  onStartCodes: (exam: Exam) => void;
  onDelete: (exam: Exam) => void;
}

export function ExamTable(props: ExamTableProps) {
  const { exams, before, bank, onEdit, onCopy, onStartCodes, onDelete } = props;
  const now = Date.now();
  const columns: Column<Exam>[] = [
    { key: 'number', head: '#', numeric: true, cell: (_, index) => before + index + 1 },
    {
      key: 'name',
      head: 'Exam Name',
      rowHead: true,
      cell: (exam) => (
        <>
          <span id={nameId(exam._id)} className={styles.name}>
            {exam.name}
          </span>
          {bank && canStillOpen(exam, now) && <Shortages exam={exam} bank={bank} />}
        </>
      ),
    },
    { key: 'price', head: 'Price', numeric: true, cell: ({ price }) => formatRupees(price) },
    { key: 'image', head: 'Image', cell: (exam) => <Thumbnail exam={exam} /> },
    { key: 'duration', head: 'Duration', numeric: true, cell: ({ duration }) => `${duration} min` },
    {
      key: 'start',
      head: 'Start',
      cell: (exam) => (
        <span className={styles.start}>
          <span>{formatDate(exam.startDate)},</span> <span>{formatTime(exam.startDate)}</span>
          {isPast(exam, now) && <VisuallyHidden> (past)</VisuallyHidden>}
        </span>
      ),
    },
    {
      key: 'format',
      head: 'Format',
      cell: ({ format }) => <span className={styles.line}>{format}</span>,
    },
    { key: 'status', head: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    {
      key: 'actions',
      head: 'Actions',
      pinned: true,
      cell: (exam) => (
        <RowActs>
          <RowAct aria-describedby={nameId(exam._id)} onClick={() => onEdit(exam)}>
            Edit
          </RowAct>
          <RowAct danger aria-describedby={nameId(exam._id)} onClick={() => onDelete(exam)}>
            Delete
          </RowAct>
          <MoreActs describedBy={nameId(exam._id)}>
            <Link to={examPreviewPath(exam._id)}>Preview</Link>
            <button type="button" onClick={() => onCopy(exam)}>
              Duplicate
            </button>
            <button type="button" onClick={() => onStartCodes(exam)}>
              Start codes
            </button>
            <Link to={examAnalysisPath(exam._id)}>Analysis</Link>
          </MoreActs>
        </RowActs>
      ),
    },
  ];
  return (
    <DataTable
      caption="Exams"
      captionHidden
      dense
      columns={columns}
      rows={exams}
      rowKey={({ _id }) => _id}
      rowClass={(exam) => (isPast(exam, now) ? styles.past : undefined)}
    />
  );
}

function nameId(examId: string): string {
  return `exam-${examId}`;
}

/** A paper may still be drawn: for a candidate of today, or of the day it starts. */
function canStillOpen(exam: Exam, now: number): boolean {
  return exam.status === 'Active' || !isPast(exam, now);
}

function Shortages({ exam, bank }: { exam: Exam; bank: readonly BankCount[] }) {
  const sentences = describeShortages(exam.fields ?? [], bank);
  if (sentences.length === 0) return null;
  return (
    <span className={styles.shortage}>
      <Icon name="alert" size="sm" />
      <span>Nobody can open it: {sentences.join(' ')}</span>
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

function StatusBadge({ status }: Pick<Exam, 'status'>) {
  return status === 'Active' ? (
    <Badge tone="success" icon="check">
      {status}
    </Badge>
  ) : (
    <Badge>{status}</Badge>
  );
}
