// Orders in the office: one in full, and all that is found as a workbook.
import { and, asc, eq, inArray, or } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { Problem } from '#api/problem.ts';
import { indiaTime } from '#api/services/india-time.ts';
import {
  numbers,
  text,
  toRows,
  type WorkbookCell,
  type WorkbookRows,
  type WorkbookSheet,
} from '#api/services/workbook/stream-workbook.ts';
import {
  type DeskOrder,
  type DeskOrderDetail,
  orderKindNames,
  orderStateNames,
} from '#contract/desk/payment-desk.ts';
import { orders } from '#db/schema/money.ts';
import { enrolments } from '#db/schema/people.ts';
import { auditLog } from '#db/schema/records.ts';
import { findDeskOrder } from './desk-rows.ts';
import { refundsOf } from './refund-rows.ts';

/** @throws Problem not-found */
export async function readDeskOrder(
  { db }: Pick<Deps, 'db'>,
  orderId: string,
): Promise<DeskOrderDetail> {
  const order = await findDeskOrder(db, orderId);
  if (!order) throw new Problem('not-found');
  const [more] = await db.orm
    .select({ nextCheckAt: orders.nextCheckAt, enrolment: enrolments.status })
    .from(orders)
    .leftJoin(enrolments, eq(enrolments.id, orders.enrolmentId))
    .where(eq(orders.orderId, orderId));
  const history = await db.orm
    .select()
    .from(auditLog)
    .where(or(eq(auditLog.subject, orderId), paidToTheOffice(order)))
    .orderBy(asc(auditLog.id));
  const refunds = await refundsOf(db.orm, orderId);
  return {
    ...order,
    nextCheckAt: more?.nextCheckAt?.toISOString() ?? null,
    enrolment: more?.enrolment ?? null,
    refunds: refunds.map(({ id, amountPaise, state, createdAt, settledAt, ...rest }) => ({
      id,
      amount: amountPaise / 100,
      status: state,
      reason: rest.reason,
      requestedBy: rest.requestedBy,
      gatewayReason: rest.gatewayReason,
      at: createdAt.toISOString(),
      settledAt: settledAt?.toISOString() ?? null,
    })),
    history: history.map(({ at, actor, action, detail }) => ({
      at: at.toISOString(),
      actor,
      action,
      detail,
    })),
  };
}

/** What a college pays to the office is noted of the candidate, in the same moment. */
function paidToTheOffice({ uid, officeInvoice, settledAt }: DeskOrder) {
  if (!uid || officeInvoice === null || settledAt === null) return undefined;
  return and(
    eq(auditLog.subject, uid),
    inArray(auditLog.action, ['candidate.added', 'candidate.paid-by-invoice']),
    eq(auditLog.at, new Date(settledAt)),
  );
}

// Orders as rows of a workbook: what the screen shows, cell by cell.

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
    numbers('Refunded'),
    text('Status', 14),
    text('Reason', 40),
    text('Invoice', 18),
    text('Transaction', 32),
    text('Reference', 20),
    text('Paid by invoice', 24),
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
    order.transaction ?? '',
    order.reference,
    order.officeInvoice ?? '',
  ];
}
