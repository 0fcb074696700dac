// Orders as rows of a workbook: what the screen shows, cell by cell.
import type { DeskOrder } from '#contract/payment-desk.ts';
import { indiaTime } from '../india-time.ts';
import type { WorkbookCell, WorkbookSheet } from '../workbook/stream-workbook.ts';

const text = (head: string, width: number) => ({ head, width, of: 'text' }) as const;

export const orderSheet: WorkbookSheet = {
  name: 'Orders',
  columns: [
    text('Date (IST)', 18),
    text('Order', 32),
    text('Name', 28),
    text('UID', 10),
    text('Email', 30),
    text('Phone', 13),
    text('For', 36),
    { head: 'Amount', width: 12, of: 'numbers' },
    { head: 'Sent back', width: 12, of: 'numbers' },
    text('State', 10),
    text('Reason', 40),
    text('Invoice', 18),
    text('Transaction', 32),
    text('Reference', 20),
  ],
};

export async function* toOrderRows(
  pieces: AsyncIterable<readonly DeskOrder[]>,
): AsyncGenerator<WorkbookCell[][]> {
  for await (const piece of pieces) yield piece.map(toRow);
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
    order.amount,
    order.refunded,
    order.status,
    order.reason ?? '',
    order.invoice ?? '',
    order.transaction ?? '',
    order.reference,
  ];
}
