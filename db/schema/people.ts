// People who sign in: users, their enrolments (one per candidate and exam) and their sessions.
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { EducationKey } from '#contract/site/registration.ts';
import type { Role, UserStatus } from '#contract/wire/users.ts';
import { exams } from './exams.ts';
import { personText, trigrams } from './search-text.ts';

export const users = pgTable(
  'users',
  {
    uid: text('uid').primaryKey(), // upper case, except for SuperAdmin
    role: text('role').$type<Role>().notNull(),
    fullName: text('full_name').notNull(),
    email: text('email'), // lower case
    mobile: text('mobile'), // ten digits
    passwordHash: text('password_hash').notNull(),
    otpHash: text('otp_hash'), // a one-time password sent by SMS, valid beside the old one
    otpExpiresAt: timestamp('otp_expires_at', { withTimezone: true }),
    mustChangePassword: boolean('must_change_password').notNull().default(false),
    /** Grows with everything that ends sessions, so that a sign-in that was judged before opens no session. */
    signInVersion: integer('sign_in_version').notNull().default(0),
    dateOfBirth: date('date_of_birth'),
    address: text('address').notNull().default(''),
    city: text('city').notNull().default(''),
    state: text('state').notNull().default(''),
    education: jsonb('education')
      .$type<Partial<Record<EducationKey, string>>>()
      .notNull()
      .default({}),
    workExp: text('work_exp').notNull().default(''),
    currentEnrolmentId: text('current_enrolment_id'),
    photoFileId: text('photo_file_id'), // decision 64; a photograph that no user points to is erased
    /** The office removed the photograph; the candidate is asked for another until they add one. */
    photoRefused: boolean('photo_refused').notNull().default(false),
    /** When a proctor's or administrator's account was revoked: nobody can sign in with it; what they did stays. */
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
    /** When a candidate deleted their account: the personal data is gone; the row stays for the bookkeeping. */
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
    /** When the office blocked a candidate (decision 46): they can't sign in, but can submit an exam under way. */
    blockedAt: timestamp('blocked_at', { withTimezone: true }),
    note: text('note').notNull().default(''), // the office's own, never shown to the person
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('users_email').on(table.email),
    uniqueIndex('users_mobile').on(table.mobile),
    index('users_created').on(table.createdAt),
    index('users_proctors')
      .on(table.createdAt.desc().nullsFirst(), table.uid)
      .where(sql`${table.role} = 'proctor'`),
    index('users_candidates')
      .on(table.createdAt.desc().nullsFirst(), table.uid)
      .where(sql`${table.role} = 'candidate' and ${table.deletedAt} is null`),
    index('users_text').using('gin', sql.raw(trigrams(personText('users')))),
  ],
);

export const enrolments = pgTable(
  'enrolments',
  {
    id: text('id').primaryKey(),
    uid: text('uid')
      .notNull()
      .references(() => users.uid),
    examId: text('exam_id')
      .notNull()
      .references(() => exams.id),
    status: text('status').$type<UserStatus>().notNull().default('Registered'),
    txnId: text('txn_id'),
    room: text('room').notNull().default(''), // where the exam is sat; empty: no particular room
    /** Accommodations, noted in advance and applied at the start. */
    extraPercent: integer('extra_percent').notNull().default(0),
    largerText: boolean('larger_text').notNull().default(false),
    reader: boolean('reader').notNull().default(false), // a person who reads the questions aloud
    accommodationNote: text('accommodation_note').notNull().default(''),
    category: text('category').notNull().default(''), // for the cut-offs of a merit list; empty: none
    checkedInAt: timestamp('checked_in_at', { withTimezone: true }),
    checkedInBy: text('checked_in_by'), // written by older servers only; now the proctor's act holds it
    /** The version of the photograph that the proctor saw at check-in; null for none. */
    checkedInPhoto: text('checked_in_photo'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    paidAt: timestamp('paid_at', { withTimezone: true }),
    completedAt: timestamp('completed_at', { withTimezone: true }),
  },
  (table) => [
    unique('enrolments_once').on(table.uid, table.examId),
    index('enrolments_by_exam').on(table.examId, table.createdAt, table.id),
    index('enrolments_txn').using('gin', table.txnId.op('gin_trgm_ops')),
    check('enrolments_status', sql`${table.status} in ('Registered', 'Fees Paid', 'Completed')`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(), // SHA-256 of the token, base64url
    uid: text('uid')
      .notNull()
      .references(() => users.uid),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('sessions_by_user').on(table.uid),
    index('sessions_by_expiry').on(table.expiresAt),
  ],
);

/**
 * Where somebody signed in before, as hashes: others' guesses don't slow down a sign-in from there (decision 26). At
 * most a few of each kind per uid.
 */
export const signedInBefore = pgTable(
  'signed_in_before',
  {
    uid: text('uid')
      .notNull()
      .references(() => users.uid),
    kind: text('kind').$type<'device' | 'address'>().notNull(),
    mark: text('mark').notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.uid, table.kind, table.mark] }),
    index('signed_in_before_by_expiry').on(table.expiresAt),
  ],
);

/** The second factor of staff (decision 27): a secret for an authenticator app, active once confirmed. */
export const secondFactors = pgTable('second_factors', {
  uid: text('uid')
    .primaryKey()
    .references(() => users.uid),
  sealedSecret: text('sealed_secret').notNull(), // AES-256-GCM, base64url
  confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
  /** The number since 1970 of the last half minute whose code was used: no code up to that one works again. */
  lastStep: integer('last_step').notNull().default(0),
});

/** Recovery codes; each works once instead of an app's code. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    uid: text('uid')
      .notNull()
      .references(() => users.uid),
    codeHash: text('code_hash').notNull(), // SHA-256, base64url
  },
  (table) => [primaryKey({ columns: [table.uid, table.codeHash] })],
);

/** A proctor's exams. */
export const proctorExams = pgTable(
  'proctor_exams',
  {
    uid: text('uid')
      .notNull()
      .references(() => users.uid),
    examId: text('exam_id')
      .notNull()
      .references(() => exams.id),
    rooms: text('rooms').array(), // null: all of them
    assignedAt: timestamp('assigned_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.uid, table.examId] }),
    index('proctor_exams_by_exam').on(table.examId),
  ],
);

/** What somebody agreed to, by the version of the text; never changed afterwards. */
export const consents = pgTable(
  'consents',
  {
    uid: text('uid')
      .notNull()
      .references(() => users.uid),
    document: text('document').notNull(), // terms, privacy, exam-policy
    version: text('version').notNull(), // the date of the text
    givenAt: timestamp('given_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.uid, table.document, table.version] })],
);

/** Counts of failed or costly attempts per key (an address, a uid) and window. */
export const throttles = pgTable('throttles', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  resetsAt: timestamp('resets_at', { withTimezone: true }).notNull(),
});
