// Orders as rows of a workbook: what the screen shows, cell by cell.
import { type DeskOrder, orderKindNames, orderStateNames } from '#contract/desk/payment-desk.ts';
import { indiaTime } from '../india-time.ts';
import { numbers, text, toRows } from '../workbook/columns.ts';
import type { WorkbookCell, WorkbookRows, WorkbookSheet } from '../workbook/stream-workbook.ts';

export const orderSheet: WorkbookSheet = {
  name: 'Orders',
  columns: [
    text('Date (IST)', 20),
    text('Order', 32),
    text('Name', 28),
    text('UID', 10),
    text('Email', 30),
    text('Phone', 13),
    text('For', 36),
    text('Kind', 10),
    numbers('Amount'),
    numbers('Sent back'),
    text('State', 14),
    text('Reason', 40),
    text('Invoice', 18),
    text('Transaction', 32),
    text('Reference', 20),
  ],
};

export function toOrderRows(pieces: AsyncIterable<readonly DeskOrder[]>): WorkbookRows {
  return toRows(pieces, toRow);
}

function toRow(order: DeskOrder): WorkbookCell[] {
  return [
    indiaTime(order.createdAt),
    order.order_id,
    order.name,
    order.uid ?? '',
    order.email,
    order.phone,
    order.item,
    orderKindNames[order.kind],
    order.amount,
    order.refunded,
    orderStateNames[order.status],
    order.reason ?? '',
    order.invoice ?? '',
    order.transaction ?? order.officeInvoice ?? '',
    order.reference,
  ];
}
