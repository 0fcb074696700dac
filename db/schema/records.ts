// The audit log, visitors' messages, outgoing messages, settings and the server's own keys.
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import type { EnquiryKind, EnquiryState } from '#contract/site/enquiries.ts';

/** Who did what to what, when. Append-only. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
    actor: text('actor').notNull(), // a uid, or 'server'
    action: text('action').notNull(),
    subject: text('subject').notNull(), // the id of what was acted on
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [
    index('audit_log_by_subject').on(table.subject),
    index('audit_log_by_time').on(table.at),
    index('audit_log_by_actor').on(table.actor, table.id),
    index('audit_log_by_action').on(table.action, table.id),
  ],
);

/** Secrets that the server creates at the first start, such as the one that signs receipts. */
export const serverKeys = pgTable('server_keys', {
  name: text('name').primaryKey(),
  secret: text('secret').notNull(), // base64url: 256 bits, or a private key (PKCS #8)
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});

/** What visitors wrote to the office. */
export const enquiries = pgTable(
  'enquiries',
  {
    id: text('id').primaryKey(), // made on the sender's device, so that an enquiry sent twice is stored once
    kind: text('kind').$type<EnquiryKind>().notNull(),
    name: text('name').notNull().default(''),
    email: text('email').notNull(),
    phone: text('phone').notNull().default(''),
    message: text('message').notNull().default(''),
    applicationId: text('application_id'), // a Germany enquiry is an application too
    state: text('state').$type<EnquiryState>().notNull().default('new'),
    note: text('note').notNull().default(''), // the office's own
    version: integer('version').notNull().default(1),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('enquiries_newest').on(table.createdAt.desc().nullsFirst(), table.id),
    index('enquiries_by_kind').on(table.kind, table.createdAt.desc().nullsFirst(), table.id),
  ],
);

/** Outgoing text messages. The variables are wiped once sent: they may hold a one-time password. */
export const smsOutbox = pgTable(
  'sms_outbox',
  {
    id: text('id').primaryKey(), // also the provider's idempotency key
    purpose: text('purpose').notNull(),
    uid: text('uid'), // the recipient, if known; stays when the number is wiped
    mobile: text('mobile').notNull(), // ten digits; wiped with the variables
    patient: boolean('patient').notNull().default(false), // sent when nothing else waits
    vars: jsonb('vars').$type<Record<string, string>>().notNull(),
    state: text('state').$type<'waiting' | 'sent' | 'failed'>().notNull(),
    tries: integer('tries').notNull().default(0),
    /** Null: nothing more to do, or, if the message is waiting, the password that it will hold is still to be made. */
    nextTryAt: timestamp('next_try_at', { withTimezone: true }),
    expiresAt: timestamp('expires_at', { withTimezone: true }), // worthless afterwards
    providerId: text('provider_id'),
    error: text('error'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    sentAt: timestamp('sent_at', { withTimezone: true }),
  },
  (table) => [
    index('sms_outbox_due').on(table.nextTryAt).where(sql`${table.nextTryAt} is not null`),
    index('sms_outbox_turn')
      .on(table.patient, table.nextTryAt, table.id)
      .where(sql`${table.nextTryAt} is not null`),
    index('sms_outbox_to_make')
      .on(table.createdAt, table.id)
      .where(sql`${table.state} = 'waiting' and ${table.nextTryAt} is null`),
    index('sms_outbox_by_user').on(table.uid, table.createdAt),
    index('sms_outbox_newest').on(table.createdAt.desc().nullsFirst(), table.id),
  ],
);

/** What the administrator has set; a name without a row has its default. */
export const settings = pgTable('settings', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
  version: integer('version').notNull().default(1),
  changedBy: text('changed_by').notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
});
