/** Every refused row, duplicate and warning as a file, where there are any. */

import type { RowNote } from '#contract/desk/questions.ts';
import { saveFile } from '#web/shared/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import type { ImportOutcome } from './send-question-file.ts';

export function ReportButton({ fileName, outcome }: { fileName: string; outcome: ImportOutcome }) {
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

const head = ['Sheet', 'Row', 'Cell', 'Column', 'What became of it', 'Reason'];

/**
 * Every note of an import as a CSV that spreadsheets open. Cells that begin like a formula are made text,
 * since sheet names and quoted cells come from whoever wrote the file.
 */
export function reportCsv({ report, errors, repeats, warnings }: ImportOutcome): string {
  const rows = [
    ...lines('refused', errors),
    ...lines('duplicate, left out', repeats),
    ...lines(report.inserted > 0 ? 'added, with a warning' : 'warning', warnings),
  ];
  // The mark at the start tells Excel that this is UTF-8.
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
