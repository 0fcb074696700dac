/** An exam with its result PDF as a row. */
import type { Exam } from '#contract/wire/exams.ts';
import { DayAndTime } from '#web/shared/desk/day-and-time.tsx';
import { RowAct, RowActs, rowActClass } from '#web/shared/desk/row-act.tsx';
import type { DeskColumn } from '#web/shared/desk/sortable-head.tsx';
import { filePath } from '#web/shared/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import styles from './result-columns.module.css';
import type { PdfUploads } from './use-pdf-upload.ts';

interface Acts {
  uploads: PdfUploads;
  onDelete: (exam: Exam) => void;
}

export function resultColumns(acts: Acts): DeskColumn<Exam>[] {
  return [
    {
      key: 'number',
      head: '#',
      numeric: true,
      width: 3,
      aside: true,
      cell: (_, index) => index + 1,
    },
    {
      key: 'name',
      head: 'Exam Name',
      sort: 'name',
      rowHead: true,
      wraps: true,
      cell: ({ _id, name }) => <span id={nameId(_id)}>{name}</span>,
    },
    {
      key: 'start',
      head: 'Start Date',
      sort: 'start',
      width: 14.5,
      wraps: true,
      cell: ({ startDate }) => <DayAndTime at={startDate} />,
    },
    { key: 'pdf', head: 'Result PDF', width: 7, cell: (exam) => <PdfLink exam={exam} /> },
    {
      key: 'actions',
      head: 'Actions',
      acts: true,
      width: 15,
      cell: (exam) => <PdfActs exam={exam} {...acts} />,
    },
  ];
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

type PdfActsProps = Acts & { exam: Exam };

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
