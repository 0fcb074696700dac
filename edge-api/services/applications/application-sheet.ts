// Applications as rows of a workbook: what the screen shows, cell by cell.
import {
  applicationStateNames,
  type DeskApplication,
  paidNames,
} from '#contract/desk/application-desk.ts';
import { indiaTime } from '../india-time.ts';
import { numbers, text, toRows } from '../workbook/columns.ts';
import type { WorkbookCell, WorkbookRows, WorkbookSheet } from '../workbook/stream-workbook.ts';

export const applicationSheet: WorkbookSheet = {
  name: 'Applications',
  columns: [
    text('Date (IST)', 20),
    text('Name', 28),
    text('Email', 30),
    text('Phone', 13),
    text('Course', 28),
    numbers('Amount'),
    text('Payment', 10),
    text('Transaction', 32),
    text('State', 12),
    text('Note', 50),
    text('Order', 36),
  ],
};

export function toApplicationRows(pieces: AsyncIterable<readonly DeskApplication[]>): WorkbookRows {
  return toRows(pieces, toRow);
}

function toRow(application: DeskApplication): WorkbookCell[] {
  return [
    indiaTime(application.createdAt),
    application.name,
    application.email,
    application.phone,
    application.course,
    application.amount,
    paidNames[application.transaction === null ? 'no' : 'yes'],
    application.transaction ?? '',
    applicationStateNames[application.state],
    application.note,
    application.order_id ?? '',
  ];
}
