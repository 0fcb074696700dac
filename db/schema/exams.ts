// Exams, the question bank and the files they point to.
import { sql } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { ExamFormat, Section } from '#contract/wire/exams.ts';
import { questionText, trigrams } from './search-text.ts';

export const files = pgTable(
  'files',
  {
    id: text('id').primaryKey(), // random, unguessable
    kind: text('kind').$type<'exam-image' | 'result-pdf' | 'document' | 'photo'>().notNull(),
    name: text('name').notNull(), // what the sender called it, for people only
    mediaType: text('media_type').notNull(), // judged by the content
    bytes: integer('bytes').notNull(),
    sha256: text('sha256').notNull(),
    uid: text('uid'), // whose it is; null for public files
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('files_by_user').on(table.uid)],
);

/**
 * What the file store holds, recorded before it is written, so that content which no other row names can be found and
 * erased.
 */
export const storedContents = pgTable('stored_contents', {
  id: text('id').primaryKey(),
  storedAt: timestamp('stored_at', { withTimezone: true }).notNull(),
});

export const exams = pgTable(
  'exams',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    pricePaise: bigint('price_paise', { mode: 'number' }).notNull(),
    description: text('description').notNull(),
    startsAt: timestamp('starts_at', { withTimezone: true }).notNull(),
    durationMinutes: integer('duration_minutes').notNull(),
    format: text('format').$type<ExamFormat>().notNull(),
    status: text('status').$type<'Active' | 'Inactive'>().notNull(),
    /** Where the time runs from: each candidate's own start, or the exam's start for all together (decision 38). */
    start: text('start').$type<'own' | 'together'>().notNull().default('own'),
    keyVersion: integer('key_version').notNull().default(1), // of the key that opens its sealed papers
    /**
     * Grows with each act of a proctor that changes time, so that a sitting which is just beginning notices the act and
     * is judged again.
     */
    timeActs: integer('time_acts').notNull().default(0),
    /** Whether candidates may continue on another device by themselves, or a proctor must allow it. */
    anotherDevice: text('another_device').$type<'self' | 'approval'>().notNull().default('self'),
    lateMinutes: integer('late_minutes'), // null: as the settings say
    sections: jsonb('sections').$type<Section[]>().notNull(), // always ten rows
    imageFileId: text('image_file_id').references(() => files.id),
    resultFileId: text('result_file_id').references(() => files.id),
    hiddenAt: timestamp('hidden_at', { withTimezone: true }), // deleted for everyone; results stay
    /** Null unless archived: the status it had, restored when it is brought back. Archived exams are Inactive. */
    archivedFrom: text('archived_from').$type<'Active' | 'Inactive'>(),
    version: integer('version').notNull().default(1),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('exams_by_start').on(table.startsAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
  ],
);

/** A question file being imported. Its questions are in the bank once it is `done`: all rows or none. */
export const imports = pgTable(
  'imports',
  {
    id: text('id').primaryKey(),
    state: text('state').$type<'running' | 'done'>().notNull(),
    fileName: text('file_name').notNull(),
    startedBy: text('started_by').notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull().defaultNow(),
    /** Renewed while rows are inserted; a running import that falls silent was cut off and may be replaced. */
    heardAt: timestamp('heard_at', { withTimezone: true }).notNull().defaultNow(),
    /** How many questions it brought; null if an older version imported it. */
    questions: integer('questions'),
    /** When its questions were all taken out of the bank again. */
    takenBackAt: timestamp('taken_back_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('imports_one_running').on(table.state).where(sql`${table.state} = 'running'`),
    index('imports_newest').on(table.startedAt.desc().nullsFirst(), table.id),
  ],
);

/** The bank. A question's text is in its current revision; a used question is archived (`retiredAt`), not erased. */
export const questions = pgTable(
  'questions',
  {
    id: text('id').primaryKey(),
    revisionId: integer('revision_id').notNull(),
    type: text('type').notNull(), // of the current revision
    contentHash: text('content_hash').notNull(), // of the current revision: text, options, type
    importId: text('import_id')
      .notNull()
      .references(() => imports.id),
    position: integer('position').notNull(), // order within its import
    retiredAt: timestamp('retired_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('questions_by_type').on(table.type, table.id).where(sql`${table.retiredAt} is null`),
    index('questions_by_hash').on(table.contentHash).where(sql`${table.retiredAt} is null`),
    index('questions_newest')
      .on(table.createdAt.desc().nullsFirst(), table.position, table.id)
      .where(sql`${table.retiredAt} is null`),
    index('questions_archived')
      .on(table.retiredAt.desc().nullsFirst(), table.id)
      .where(sql`${table.retiredAt} is not null`),
    index('questions_by_import').on(table.importId),
    index('questions_by_revision').on(table.revisionId),
  ],
);

/** A question's text at one time. Never changes, so papers point here and processes may cache copies. */
export const questionRevisions = pgTable(
  'question_revisions',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    questionId: text('question_id').notNull(),
    type: text('type').notNull(),
    text: text('text').notNull(),
    options: text('options').array().notNull(), // four
    correct: smallint('correct').notNull(), // 0 to 3
    alsoCorrect: smallint('also_correct').array().notNull().default([]), // further options that are accepted
    weightage: integer('weightage').notNull(), // hundredths of a mark
    negative: integer('negative').notNull(), // hundredths of a mark, never below zero
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('question_revisions_by_question').on(table.questionId),
    index('question_revisions_text').using(
      'gin',
      sql.raw(trigrams(questionText('question_revisions'))),
    ),
  ],
);

/**
 * A corrected key for papers drawn before the correction: they keep `revisionId` for what was asked, and use
 * `keyRevisionId` for what is right and what it is worth.
 */
export const keyCorrections = pgTable('key_corrections', {
  revisionId: integer('revision_id')
    .primaryKey()
    .references(() => questionRevisions.id),
  keyRevisionId: integer('key_revision_id')
    .notNull()
    .references(() => questionRevisions.id),
  correctedBy: text('corrected_by').notNull(),
  correctedAt: timestamp('corrected_at', { withTimezone: true }).notNull(),
});

/** One row that counts every change of the bank, so that processes know when their copy is old. */
export const bankState = pgTable('bank_state', {
  id: smallint('id').primaryKey(),
  version: integer('version').notNull(),
});
