// Orders and course applications. Money is integer paise.

import { sql } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { ApplicationState } from '#contract/site/applications.ts';
import type { InvoiceBody, OrderState, RefundState } from '#contract/site/payments.ts';

export const applications = pgTable(
  'applications',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    course: text('course').notNull(),
    amountPaise: bigint('amount_paise', { mode: 'number' }).notNull(), // the course's price, never the client's
    txnId: text('txn_id'),
    /** What the office has done about it. */
    state: text('state').$type<ApplicationState>().notNull().default('new'),
    note: text('note').notNull().default(''), // the office's own, never shown to the applicant
    version: integer('version').notNull().default(1),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('applications_newest').on(table.createdAt.desc().nullsFirst(), table.id)],
);

export const orders = pgTable(
  'orders',
  {
    orderId: text('order_id').primaryKey(), // EXAM-<uid>-<timestamp> or COURSE-<applicationId>-<timestamp>
    reference: text('reference').notNull().unique(), // what the gateway calls it: at most 20 letters and digits
    kind: text('kind').$type<'exam' | 'course'>().notNull(),
    uid: text('uid'),
    enrolmentId: text('enrolment_id'),
    applicationId: text('application_id'),
    amountPaise: bigint('amount_paise', { mode: 'number' }).notNull(),
    state: text('state').$type<OrderState>().notNull(),
    paymentUrl: text('payment_url'),
    gatewayTxnId: text('gateway_txn_id'),
    /** The number of the office's own invoice by which it was paid: the gateway never hears of such an order. */
    officeInvoice: text('office_invoice'),
    reason: text('reason'), // for people: why it failed or needs a look
    checks: integer('checks').notNull().default(0), // how often the reconciler has asked
    nextCheckAt: timestamp('next_check_at', { withTimezone: true }), // null: nothing more to ask
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    settledAt: timestamp('settled_at', { withTimezone: true }),
  },
  (table) => [
    index('orders_by_enrolment').on(table.enrolmentId),
    index('orders_by_user').on(table.uid),
    index('orders_by_application').on(table.applicationId),
    index('orders_newest').on(table.createdAt.desc().nullsFirst(), table.orderId),
    index('orders_due').on(table.nextCheckAt).where(sql`${table.nextCheckAt} is not null`),
    uniqueIndex('orders_one_success')
      .on(table.enrolmentId)
      .where(sql`${table.state} = 'success' and ${table.enrolmentId} is not null`),
  ],
);

/** A refund. An order may have several, together never more than was paid. */
export const refunds = pgTable(
  'refunds',
  {
    id: text('id').primaryKey(), // the gateway's unique_request_id: at most 20 letters and digits
    orderId: text('order_id')
      .notNull()
      .references(() => orders.orderId),
    amountPaise: bigint('amount_paise', { mode: 'number' }).notNull(),
    state: text('state').$type<RefundState>().notNull(),
    reason: text('reason').notNull(),
    requestedBy: text('requested_by').notNull(), // a uid, or 'server'
    gatewayReason: text('gateway_reason'), // why it failed or is looked at, in the gateway's words
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    settledAt: timestamp('settled_at', { withTimezone: true }),
  },
  (table) => [index('refunds_by_order').on(table.orderId)],
);

/** One per paid order, numbered without gaps in each financial year (GST rule 46). */
export const invoices = pgTable(
  'invoices',
  {
    orderId: text('order_id')
      .primaryKey()
      .references(() => orders.orderId),
    financialYear: text('financial_year').notNull(), // 2026-27
    serial: integer('serial').notNull(),
    number: text('number').notNull().unique(), // at most 16 characters
    issuedAt: timestamp('issued_at', { withTimezone: true }).notNull(),
    /** What the document says, as it was on that day: supplier, recipient, amounts. */
    body: jsonb('body').$type<InvoiceBody>().notNull(),
  },
  (table) => [unique('invoices_once').on(table.financialYear, table.serial)],
);

/** The last number of a financial year. Its row is the lock that keeps the numbers without gaps. */
export const invoiceCounters = pgTable('invoice_counters', {
  financialYear: text('financial_year').primaryKey(),
  last: integer('last').notNull(),
});

/** The simulated gateway's own books; empty with the real one. */
export const simulatedOrders = pgTable('simulated_orders', {
  reference: text('reference').primaryKey(),
  body: jsonb('body').notNull(),
});
