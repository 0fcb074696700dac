/** The last two steps of an upload: what the file would add, before anything is added, and what it has added. */
import { useEffect, useRef } from 'react';
import type { RowNote } from '#contract/desk/questions.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { saveFile } from '#web/shared/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Notice } from '#web/ui/notice.tsx';
import {
  countFresh,
  describeImport,
  describePreview,
  type ImportDescription,
  unitOf,
} from './describe-import.ts';
import styles from './questions.module.css';
import { placeWord, RowNotes, SampleQuestions } from './sample-questions.tsx';
import type { ImportOutcome } from './send-question-file.ts';

interface ImportPreviewProps {
  fileName: string;
  outcome: ImportOutcome;
  /** Why adding the questions failed; null when it hasn't. */
  problem: string | null;
  /** They may have been added all the same. */
  unsure: boolean;
  onConfirm: () => void;
  onLeave: () => void;
}

export function ImportPreview(props: ImportPreviewProps) {
  const { fileName, outcome, problem, unsure, onConfirm, onLeave } = props;
  const { report, errors, repeats, warnings } = outcome;
  const fresh = countFresh(report);
  return (
    <div className={styles.preview}>
      <ImportSummary heading={`Preview of ${fileName}`} {...describePreview(report)} />
      {problem && (
        <Notice
          tone="danger"
          title={unsure ? 'The import may have finished' : 'The import didn’t finish'}
          live
        >
          <p>
            {problem}
            {unsure &&
              ' Either all the questions were added or none: look in the list below, or add them again. None will be added twice.'}
          </p>
        </Notice>
      )}
      <div className={styles.acts}>
        {fresh > 0 && (
          <Button variant="primary" icon="check" onClick={onConfirm}>
            {report.refused > 0
              ? `Add only the ${formatCount(fresh, 'valid question', 'valid questions')}`
              : `Add ${formatCount(fresh, 'question', 'questions')}`}
          </Button>
        )}
        <Button onClick={onLeave}>Choose another file</Button>
        <ReportButton fileName={fileName} outcome={outcome} />
      </div>
      {report.types.length > 0 && (
        <div className={styles.types}>
          <DataTable
            caption="To be added, by type"
            dense
            columns={[
              { key: 'type', head: 'Type', rowHead: true, cell: ({ type }) => type },
              {
                key: 'count',
                head: 'Questions',
                numeric: true,
                cell: (type) => type.count.toLocaleString('en-IN'),
              },
            ]}
            rows={report.types}
            rowKey={({ type }) => type}
          />
        </div>
      )}
      <RowNotes
        title={`${unitOf(report.format) === 'row' ? 'Rows' : 'Questions'} that will be refused`}
        format={report.format}
        notes={errors}
      />
      <RowNotes title="Duplicates" format={report.format} notes={repeats} />
      <RowNotes title="Warnings" format={report.format} notes={warnings} />
      <SampleQuestions format={report.format} samples={report.samples} />
    </div>
  );
}

interface ImportDoneProps {
  fileName: string;
  outcome: ImportOutcome;
  onLeave: () => void;
}

export function ImportDone({ fileName, outcome, onLeave }: ImportDoneProps) {
  return (
    <div className={styles.preview}>
      <ImportSummary heading={`Upload of ${fileName}`} {...describeImport(outcome.report)} />
      {outcome.report.inserted > 0 && (
        <p>Wrong file? You can take back the whole import under Imports.</p>
      )}
      <div className={styles.acts}>
        <Button onClick={onLeave}>Upload another file</Button>
        <ReportButton fileName={fileName} outcome={outcome} />
      </div>
    </div>
  );
}

function ImportSummary({ heading, tone, title, facts }: { heading: string } & ImportDescription) {
  const focus = useRef<HTMLHeadingElement>(null);
  useEffect(() => focus.current?.focus(), []);
  return (
    <>
      <h2 ref={focus} tabIndex={-1} className={styles.heading}>
        {heading}
      </h2>
      <Notice tone={tone} title={title} live>
        <ul>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </Notice>
    </>
  );
}

/** Downloads every refused row, duplicate and warning as a file; not shown when there are none. */
function ReportButton({ fileName, outcome }: { fileName: string; outcome: ImportOutcome }) {
  const { errors, repeats, warnings } = outcome;
  if (errors.length + repeats.length + warnings.length === 0) return null;
  const save = () =>
    saveFile(
      new Blob([reportCsv(outcome)], { type: 'text/csv;charset=utf-8' }),
      `${fileName.replace(/\.\w+$/, '')}-report.csv`,
    );
  return (
    <Button icon="download" onClick={save}>
      Download report
    </Button>
  );
}

/**
 * Every note of an import as a CSV file for spreadsheet programs. A cell that begins like a formula is turned into text,
 * because sheet names and quoted cells come from the author of the question file.
 */
export function reportCsv({ report, errors, repeats, warnings }: ImportOutcome): string {
  const head = ['Sheet', placeWord(report.format), 'Cell', 'Column', 'Outcome', 'Reason'];
  const rows = [
    ...lines('refused', errors),
    ...lines('duplicate, left out', repeats),
    ...lines(report.inserted > 0 ? 'added, with a warning' : 'warning', warnings),
  ];
  // The byte order mark at the start tells Excel that this is UTF-8.
  return `\ufeff${[head, ...rows].map((cells) => `${cells.map(quote).join(',')}\r\n`).join('')}`;
}

function lines(what: string, notes: readonly RowNote[]): string[][] {
  return notes.map(({ sheet, row, cell, column, message }) => [
    sheet,
    row === 0 ? 'all' : String(row),
    cell ?? '',
    column,
    what,
    message,
  ]);
}

function quote(cell: string): string {
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return `"${text.replaceAll('"', '""')}"`;
}
