// The audit log and the server's own keys.
import { bigint, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Who did what to what, when. Only ever appended to. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
    actor: text('actor').notNull(), // a uid, or 'server'
    action: text('action').notNull(),
    subject: text('subject').notNull(), // the id acted on
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [
    index('audit_log_by_subject').on(table.subject),
    index('audit_log_by_time').on(table.at),
  ],
);

/** Secrets that the server makes for itself at the first start, such as the one that signs receipts. */
export const serverKeys = pgTable('server_keys', {
  name: text('name').primaryKey(),
  secret: text('secret').notNull(), // base64url, 256 bits
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
