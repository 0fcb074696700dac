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
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { OrderState } from '#contract/payments.ts';

export const applications = pgTable('applications', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  phone: text('phone').notNull(),
  course: text('course').notNull(),
  amountPaise: bigint('amount_paise', { mode: 'number' }).notNull(), // the course's, never the client's
  txnId: text('txn_id'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});

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
    reason: text('reason'), // for people: why it failed or needs a look
    checks: integer('checks').notNull().default(0), // how often the reconciler has asked
    nextCheckAt: timestamp('next_check_at', { withTimezone: true }), // null: nothing more to ask
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    settledAt: timestamp('settled_at', { withTimezone: true }),
  },
  (table) => [
    index('orders_by_enrolment').on(table.enrolmentId),
    index('orders_by_user').on(table.uid),
    index('orders_due').on(table.nextCheckAt).where(sql`${table.nextCheckAt} is not null`),
    uniqueIndex('orders_one_success')
      .on(table.enrolmentId)
      .where(sql`${table.state} = 'success' and ${table.enrolmentId} is not null`),
  ],
);

/** The simulated gateway's own books; empty where the real one is used. */
export const simulatedOrders = pgTable('simulated_orders', {
  reference: text('reference').primaryKey(),
  body: jsonb('body').notNull(),
});
