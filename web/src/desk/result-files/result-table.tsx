/** The exams with their result PDFs, newest start first. */
import type { Exam } from '#contract/wire/exams.ts';
import { RowAct, RowActs, rowActClass } from '#web/shared/desk/row-act.tsx';
import { formatDateTime } from '#web/shared/format.ts';
import { filePath } from '#web/shared/paths.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Icon } from '#web/ui/icon.tsx';
import styles from './result-table.module.css';
import type { PdfUploads } from './use-pdf-upload.ts';

interface ResultTableProps {
  exams: readonly Exam[];
  /** How many come on earlier pages. */
  before: number;
  uploads: PdfUploads;
  onDelete: (exam: Exam) => void;
}

export function ResultTable({ exams, before, uploads, onDelete }: ResultTableProps) {
  const columns: Column<Exam>[] = [
    { key: 'number', head: '#', numeric: true, cell: (_, index) => before + index + 1 },
    {
      key: 'name',
      head: 'Exam Name',
      rowHead: true,
      cell: ({ _id, name }) => (
        <span id={nameId(_id)} className={styles.name}>
          {name}
        </span>
      ),
    },
    {
      key: 'start',
      head: 'Start Date',
      cell: ({ startDate }) => <span className={styles.start}>{formatDateTime(startDate)}</span>,
    },
    { key: 'pdf', head: 'Result PDF', cell: (exam) => <PdfLink exam={exam} /> },
    {
      key: 'actions',
      head: 'Actions',
      pinned: true,
      cell: (exam) => <PdfActs exam={exam} uploads={uploads} onDelete={onDelete} />,
    },
  ];
  return (
    <DataTable
      caption="Results"
      captionHidden
      dense
      columns={columns}
      rows={exams}
      rowKey={({ _id }) => _id}
    />
  );
}

function nameId(examId: string): string {
  return `exam-${examId}`;
}

function PdfLink({ exam }: { exam: Exam }) {
  if (!exam.resultPdf) return <span className={styles.none}>No PDF</span>;
  return (
    <a
      className={styles.pdf}
      href={filePath(exam.resultPdf)}
      target="_blank"
      rel="noopener"
      aria-describedby={nameId(exam._id)}
    >
      <Icon name="document" size="sm" />
      View PDF
    </a>
  );
}

type PdfActsProps = Omit<ResultTableProps, 'exams' | 'before'> & { exam: Exam };

function PdfActs({ exam, uploads, onDelete }: PdfActsProps) {
  const upload = uploads.of(exam);
  const sending = upload?.state === 'sending';
  return (
    <div className={styles.acts}>
      <RowActs>
        <label className={rowActClass()} aria-disabled={sending || undefined}>
          <Icon name="upload" size="sm" />
          {sending ? 'Uploading…' : exam.resultPdf ? 'Replace PDF' : 'Choose PDF'}
          <input
            className={styles.chooser}
            type="file"
            accept="application/pdf,.pdf"
            aria-describedby={nameId(exam._id)}
            onClick={(event) => sending && event.preventDefault()}
            onChange={({ target }) => {
              uploads.send(exam, target.files?.[0]);
              // The same file can be chosen again, say after it was corrected.
              target.value = '';
            }}
          />
        </label>
        {exam.resultPdf && (
          <RowAct danger aria-describedby={nameId(exam._id)} onClick={() => onDelete(exam)}>
            Delete
          </RowAct>
        )}
      </RowActs>
      {upload && (
        <p
          className={upload.state === 'refused' ? styles.refused : styles.sending}
          role={upload.state === 'refused' ? 'alert' : 'status'}
        >
          {upload.state === 'refused' ? upload.why : upload.name}
        </p>
      )}
    </div>
  );
}
