/** For an exam that runs on cells: downloads rosters for a cell, brings in its results, and downloads this server's own results. */
import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import {
  type BroughtReport,
  broughtReportSchema,
  type CellSummary,
  cellSummarySchema,
  RESULTS_PART,
  ROSTER_PART,
  resultsFileName,
  rosterFileName,
} from '#contract/desk/cells.ts';
import type { ExamName } from '#contract/desk/exam-draft.ts';
import { DownloadButton } from '#web/shared/desk/download-button.tsx';
import { Form } from '#web/shared/form.tsx';
import { formatDateTime } from '#web/shared/format.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { api } from '#web/shared/http.ts';
import { useLoad } from '#web/shared/use-load.ts';
import { useSubmit } from '#web/shared/use-submit.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { FailedState } from '#web/ui/state-panel.tsx';
import styles from './participants.module.css';

interface CellsDialogProps {
  exam: ExamName;
  open: boolean;
  onClose: () => void;
  /** Results were brought in. */
  onChanged: () => void;
}

export function CellsDialog({ exam, open, onClose, onChanged }: CellsDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={`Cells: ${exam.name}`}>
      <Parts exam={exam} onChanged={onChanged} />
    </Dialog>
  );
}

function Parts({ exam, onChanged }: Pick<CellsDialogProps, 'exam' | 'onChanged'>) {
  const [loaded, retry] = useLoad(`exams/${exam._id}/cell`, cellSummarySchema);
  if (loaded.state === 'failed')
    return (
      <FailedState title="We couldn’t load the figures" message={loaded.message} onRetry={retry} />
    );
  if (loaded.state === 'loading') return <Loading label="Loading the figures…" onRetry={retry} />;
  const { toSit, results, underWay, brought } = loaded.data;
  const path = `exams/${exam._id}/cell`;
  return (
    <div className={styles.parts}>
      <p className={styles.about}>
        A cell is a separate server that runs this exam, or one shift of it. Candidates go out to it
        and results come back, both as files.
      </p>
      <section className={styles.part}>
        <h3>Send candidates to a cell</h3>
        {toSit === 0 ? (
          <p>There’s nobody to send: everyone who has paid has already taken this exam.</p>
        ) : (
          <>
            <p>
              {formatCount(toSit, 'candidate has', 'candidates have')} paid but not taken this exam.
              On the cell, choose Candidates, then Add a list. Set this exam to Inactive here so
              that nobody starts it on both servers.
            </p>
            <Files count={toSit} perFile={ROSTER_PART}>
              {(part, label) => (
                <DownloadButton
                  key={part}
                  path={`${path}/roster?part=${part}`}
                  fileName={rosterFileName(exam.name, part)}
                >
                  {`Download roster${label}`}
                </DownloadButton>
              )}
            </Files>
          </>
        )}
      </section>
      <section className={styles.part}>
        <h3>Bring in results from a cell</h3>
        {brought.map((from) => (
          <p key={from.cell} className={styles.from}>
            {from.cell}: {formatCount(from.results, 'result')}, latest file of{' '}
            {formatDateTime(from.madeAt)}
          </p>
        ))}
        <BringForm exam={exam} onDone={onChanged} />
      </section>
      <SendBack exam={exam} results={results} underWay={underWay} />
    </div>
  );
}

function SendBack({
  exam,
  results,
  underWay,
}: { exam: ExamName } & Pick<CellSummary, 'results' | 'underWay'>) {
  const files = Math.max(1, Math.ceil(results / RESULTS_PART));
  return (
    <section className={styles.part}>
      <h3>Send results to the main site</h3>
      {results === 0 ? (
        <p>This server has no results for this exam.</p>
      ) : (
        <>
          <p>
            If this server is a cell: {formatCount(results, 'result')}, signed by this server.
            {underWay > 0 &&
              ` ${formatCount(underWay, 'exam is', 'exams are')} still under way and not in the file.`}
          </p>
          <Files count={results} perFile={RESULTS_PART}>
            {(part, label) => (
              <DownloadButton
                key={part}
                path={`exams/${exam._id}/cell/results?part=${part}&of=${files}`}
                fileName={resultsFileName(exam.name, part)}
              >
                {`Download results${label}`}
              </DownloadButton>
            )}
          </Files>
        </>
      )}
    </section>
  );
}

interface FilesProps {
  count: number;
  perFile: number;
  children: (part: number, label: string) => ReactNode;
}

/** A button for each file; when there are several, each button's label says which file it is. */
function Files({ count, perFile, children }: FilesProps) {
  const files = Math.ceil(count / perFile);
  return (
    <div className={styles.files}>
      {Array.from({ length: files }, (_, at) =>
        children(at + 1, files > 1 ? `, ${at + 1} of ${files}` : ''),
      )}
    </div>
  );
}

const formSchema = z.object({
  file: z
    .file('Please choose a file.')
    .check(z.refine((file) => file.size > 0, 'Please choose a file.')),
});

/** Enough for a file of 30,000 results, which the server writes 500 at a time. */
const TIMEOUT_MS = 180_000;

function BringForm({ exam, onDone }: { exam: ExamName; onDone: () => void }) {
  const [report, setReport] = useState<BroughtReport | null>(null);
  const toTake = report && !report.done ? report.added + report.changed : 0;
  const submit = useSubmit({
    schema: formSchema,
    send: ({ file }) => {
      const form = new FormData();
      form.set('file', file);
      const path = `exams/${exam._id}/cell/results${toTake > 0 ? '' : '?dryRun=1'}`;
      return api.post(path, form, broughtReportSchema, { timeoutMs: TIMEOUT_MS });
    },
    onTyped: () => setReport(null),
    onDone: (brought) => {
      setReport(brought);
      if (brought.done) onDone();
    },
    fallback: 'We couldn’t read the file. Please try again.',
  });
  return (
    <Form
      submit={submit}
      action={toTake > 0 ? `Bring in ${formatCount(toTake, 'result')}` : 'Check the file'}
      pendingLabel={toTake > 0 ? 'Bringing in…' : 'Checking…'}
      problemTitle="No results were brought in"
    >
      {report && <Report report={report} />}
      <Field label="Results file of a cell" name="file">
        {(control) => <input type="file" name="file" required accept=".jsonl" {...control} />}
      </Field>
    </Form>
  );
}

function Report({ report }: { report: BroughtReport }) {
  const { done, added, changed, same, refused, underWay } = report;
  const nothing = added + changed === 0;
  const title = done
    ? `${formatCount(added + changed, 'result')} brought in`
    : nothing
      ? 'There’s nothing new in this file'
      : 'This file is ready to bring in';
  return (
    <div className={styles.report}>
      <Notice tone={done || !nothing ? 'success' : 'info'} title={title} live>
        <p>
          “{report.exam}” from {report.cell}, made {formatDateTime(report.madeAt)}:{' '}
          {[
            `${added} new`,
            `${changed} changed`,
            `${same} here already`,
            `${refused} refused`,
          ].join(', ')}
          .
        </p>
        {underWay > 0 && (
          <p>
            {formatCount(underWay, 'exam was', 'exams were')} still under way on the cell at that
            point. Bring in a later file as well.
          </p>
        )}
      </Notice>
      {report.changes.length > 0 && (
        <DataTable
          caption={done ? 'Scores that changed' : 'Scores that change'}
          dense
          columns={changeColumns}
          rows={report.changes}
          rowKey={({ uid }) => uid}
        />
      )}
      {report.refusals.length > 0 && (
        <DataTable
          caption="Results that were refused"
          dense
          columns={refusalColumns}
          rows={report.refusals}
          rowKey={({ line }) => String(line)}
        />
      )}
    </div>
  );
}

const changeColumns: Column<BroughtReport['changes'][number]>[] = [
  { key: 'uid', head: 'UID', cell: ({ uid }) => uid },
  { key: 'name', head: 'Name', rowHead: true, cell: ({ name }) => name },
  { key: 'before', head: 'Before', numeric: true, cell: ({ before }) => before },
  { key: 'after', head: 'Now', numeric: true, cell: ({ after }) => after },
];

const refusalColumns: Column<BroughtReport['refusals'][number]>[] = [
  { key: 'uid', head: 'UID', rowHead: true, cell: ({ uid }) => uid },
  { key: 'message', head: 'Why', cell: ({ message }) => message },
];
