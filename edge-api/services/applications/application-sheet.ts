// Applications as rows of a workbook: what the screen shows, cell by cell.
import type { DeskApplication } from '#contract/application-desk.ts';
import { indiaTime } from '../india-time.ts';
import type { WorkbookCell, WorkbookSheet } from '../workbook/stream-workbook.ts';

const text = (head: string, width: number) => ({ head, width, of: 'text' }) as const;

export const applicationSheet: WorkbookSheet = {
  name: 'Applications',
  columns: [
    text('Date (IST)', 18),
    text('Name', 28),
    text('Email', 30),
    text('Phone', 13),
    text('Course', 28),
    { head: 'Amount', width: 12, of: 'numbers' },
    text('Paid', 8),
    text('Transaction', 32),
    text('State', 12),
    text('Note', 50),
    text('Order', 36),
  ],
};

export async function* toApplicationRows(
  pieces: AsyncIterable<readonly DeskApplication[]>,
): AsyncGenerator<WorkbookCell[][]> {
  for await (const piece of pieces) yield piece.map(toRow);
}

function toRow(application: DeskApplication): WorkbookCell[] {
  return [
    indiaTime(application.createdAt),
    application.name,
    application.email,
    application.phone,
    application.course,
    application.amount,
    application.transaction === null ? 'no' : 'yes',
    application.transaction ?? '',
    application.state,
    application.note,
    application.order_id ?? '',
  ];
}
