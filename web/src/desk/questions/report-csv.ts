/**
 * Every note of an import as a CSV that spreadsheets open. Cells that begin like a formula are made text,
 * since sheet names and quoted cells come from whoever wrote the file.
 */
import type { RowNote } from '#contract/desk/questions.ts';
import type { ImportOutcome } from './send-question-file.ts';

const head = ['Sheet', 'Row', 'Cell', 'Column', 'What became of it', 'Reason'];

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
