/** Result Manager: the result PDF of each exam. */
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { type Exam, examSchema } from '#contract/wire/exams.ts';
import { DayAndTime } from '#web/shared/day-and-time.tsx';
import { ConfirmDialog } from '#web/shared/desk/confirm-dialog.tsx';
import { DeskPage } from '#web/shared/desk/desk-page.tsx';
import { FoundList } from '#web/shared/desk/found-list.tsx';
import { RowAct, RowActs, rowActClass } from '#web/shared/desk/row-act.tsx';
import type { DeskColumn } from '#web/shared/desk/sortable-head.tsx';
import { useExamPages } from '#web/shared/exam/use-exam-pages.ts';
import { api } from '#web/shared/http.ts';
import { filePath } from '#web/shared/paths.ts';
import { reasonOf } from '#web/shared/use-load.ts';
import { Icon } from '#web/ui/icon.tsx';
import { tellResultsPath } from '../messages/text-results-dialog.tsx';
import styles from './result-columns.module.css';

export default function ResultManager() {
  const found = useExamPages('results');
  const { asked } = found;
  const [doomed, setDoomed] = useState<Exam | null>(null);
  const [done, setDone] = useState<ReactNode>(null);
  const reload = (what: ReactNode) => {
    setDone(what);
    asked.retry();
  };
  const uploads = usePdfUpload(
    (exam) =>
      reload(
        <>
          The result PDF of “{exam.name}” is published.{' '}
          <Link to={tellResultsPath(exam._id)}>Tell candidates by text message</Link>
        </>,
      ),
    asked.retry,
  );

  return (
    <DeskPage title="Result Manager">
      <FoundList
        found={found}
        one="exam"
        done={done}
        none={{
          narrowed: 'No exams match your search. You can search by name, format and start date.',
          empty: 'Create one in the Exam Manager. You’ll publish its result here.',
        }}
        order="Latest start first"
        caption="Results"
        columns={resultColumns({ uploads, onDelete: setDoomed })}
        rowKey={({ _id }) => _id}
      />
      <ConfirmDialog
        open={doomed !== null}
        title="Delete this result PDF?"
        action="Delete"
        pendingLabel="Deleting…"
        onClose={() => setDoomed(null)}
        onOutdated={asked.retry}
        onConfirm={async () => {
          if (!doomed) return;
          await api.del(
            `exams/delete-result/${doomed._id}?version=${doomed.version ?? ''}`,
            examSchema,
          );
          reload(`The result PDF of “${doomed.name}” was deleted.`);
        }}
      >
        <p>
          The result of <strong>{doomed?.name}</strong> will disappear from the public results page.
        </p>
      </ConfirmDialog>
    </DeskPage>
  );
}

// The columns: an exam and its result PDF.

interface RowHandlers {
  uploads: PdfUploads;
  onDelete: (exam: Exam) => void;
}

function resultColumns(acts: RowHandlers): DeskColumn<Exam>[] {
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
      least: 8.25,
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

type PdfActsProps = RowHandlers & { exam: Exam };

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
              // Otherwise choosing the same file again, for example after correcting it, fires no event.
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

// Uploads of result PDFs, independent of each other; a refusal stays beside its exam until the next try.

type PdfUpload = { state: 'sending'; name: string } | { state: 'refused'; why: string };

interface PdfUploads {
  of: (exam: Exam) => PdfUpload | undefined;
  /** Does nothing when no file was chosen, or while another one is being sent. */
  send: (exam: Exam, file: File | undefined) => Promise<void>;
}

/** Enough to upload 20 MB, the most that the server accepts, at 1 Mbit/s. */
const TIMEOUT_MS = 180_000;

const OUTDATED =
  'Someone else has changed this exam, and you’re now seeing their version. To publish your PDF, choose it again.';

/** @param onOutdated called when somebody else has changed or deleted the exam: reloads it before another try */
function usePdfUpload(onPublished: (exam: Exam) => void, onOutdated: () => void): PdfUploads {
  const [uploads, setUploads] = useState<Readonly<Record<string, PdfUpload>>>({});

  function put(examId: string, upload: PdfUpload | null) {
    setUploads(({ [examId]: _, ...others }) => (upload ? { ...others, [examId]: upload } : others));
  }

  async function send(exam: Exam, file: File | undefined) {
    if (!file || uploads[exam._id]?.state === 'sending') return;
    if (!isPdf(file)) {
      put(exam._id, { state: 'refused', why: `“${file.name}” isn’t a PDF. Please choose a PDF.` });
      return;
    }
    put(exam._id, { state: 'sending', name: file.name });
    const body = new FormData();
    body.set('pdf', file);
    if (exam.version !== undefined) body.set('version', String(exam.version));
    try {
      const options = { timeoutMs: TIMEOUT_MS };
      await api.post(`exams/upload-result/${exam._id}`, body, examSchema, options);
      put(exam._id, null);
      onPublished(exam);
    } catch (error) {
      const { code, message } = reasonOf(error);
      const isOutdated = code === 'changed-meanwhile';
      put(exam._id, { state: 'refused', why: isOutdated ? OUTDATED : message });
      if (isOutdated || code === 'not-found') onOutdated();
    }
  }

  return { of: (exam) => uploads[exam._id], send };
}

/** Only an early hint: the server judges the file by its content. */
function isPdf({ name, type }: File): boolean {
  return type === 'application/pdf' || /\.pdf$/i.test(name);
}
