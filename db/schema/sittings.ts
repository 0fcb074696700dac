// Papers, sittings and the log of what candidates did (rules 8–11, 15, 16).
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { SECTION_ROWS } from '#contract/desk/exam-draft.ts';
import type { RescoreState } from '#contract/desk/rescores.ts';
import type { Receipt, SittingEvent, SittingState } from '#contract/wire/sync.ts';
import type { DrawnSection } from '#machines/sitting/draw.ts';
import type { CheckedBeacon, Silence } from '#machines/sitting/evidence.ts';
import type { ScoredSection } from '#machines/sitting/scoring.ts';
import { exams, files, questionRevisions } from './exams.ts';
import { enrolments } from './people.ts';

/** Drawn once per candidate and exam, never changed. Items are question revisions. */
export const papers = pgTable('papers', {
  enrolmentId: text('enrolment_id')
    .primaryKey()
    .references(() => enrolments.id),
  sections: jsonb('sections').$type<DrawnSection<number>[]>().notNull(),
  drawnAt: timestamp('drawn_at', { withTimezone: true }).notNull().defaultNow(),
});

/**
 * A paper drawn ahead of its sitting, whose id is reserved. Drawn again when the exam changes; the earlier ones stay.
 */
export const preparedPapers = pgTable(
  'prepared_papers',
  {
    sittingId: text('sitting_id').notNull(),
    version: integer('version').notNull(),
    enrolmentId: text('enrolment_id')
      .notNull()
      .references(() => enrolments.id),
    examId: text('exam_id').notNull(),
    sections: jsonb('sections').$type<DrawnSection<number>[]>().notNull(),
    drawnAt: timestamp('drawn_at', { withTimezone: true }).notNull(),
    room: text('room').notNull().default(''), // the candidate's room at that time, whose start code opens the paper
    /**
     * Since when its key has been public, for a start that was then moved: nobody may sit this paper at the new start.
     */
    outSince: timestamp('out_since', { withTimezone: true }),
    formerStart: timestamp('former_start', { withTimezone: true }), // the exam's start, as it was then
  },
  (table) => [
    primaryKey({ columns: [table.sittingId, table.version] }),
    uniqueIndex('prepared_papers_once').on(table.enrolmentId, table.version),
  ],
);

/**
 * Devices that hold a sealed paper. Each has its own turn per version, so its turn tells which version it began with.
 */
export const preparedDevices = pgTable(
  'prepared_devices',
  {
    sittingId: text('sitting_id').notNull(),
    deviceId: text('device_id').notNull(),
    epoch: integer('epoch').notNull(),
    version: integer('version').notNull(),
    readyAt: timestamp('ready_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.sittingId, table.epoch] })],
);

/** The current start code of a room, and when somebody was first told it; an empty room is the whole exam. */
export const startCodes = pgTable(
  'start_codes',
  {
    examId: text('exam_id')
      .notNull()
      .references(() => exams.id),
    room: text('room').notNull(),
    version: integer('version').notNull(),
    /**
     * The version before, which phones that have been offline since still have; null once the exam's start was moved.
     */
    replacedVersion: integer('replaced_version'),
    madeBy: text('made_by'), // like `releasedBy`, written by older servers only; now the activity log holds it
    madeAt: timestamp('made_at', { withTimezone: true }).notNull(),
    releasedAt: timestamp('released_at', { withTimezone: true }),
    releasedBy: text('released_by'),
  },
  (table) => [primaryKey({ columns: [table.examId, table.room] })],
);

export const sittings = pgTable(
  'sittings',
  {
    id: text('id').primaryKey(),
    enrolmentId: text('enrolment_id')
      .notNull()
      .unique()
      .references(() => enrolments.id),
    uid: text('uid').notNull(),
    examId: text('exam_id').notNull(),
    state: text('state').$type<SittingState>().notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    extraSeconds: integer('extra_seconds').notNull().default(0),
    deadlineAt: timestamp('deadline_at', { withTimezone: true }).notNull(),
    /** The last turn and its device (rule 10); 0 and null before any device opened it. */
    epoch: integer('epoch').notNull().default(0),
    deviceId: text('device_id'),
    /** Grows with every write to the sitting or its log. Writers compare it, so none judges by old facts. */
    version: integer('version').notNull().default(1),
    lastHeardAt: timestamp('last_heard_at', { withTimezone: true }).notNull(),
    waiting: integer('waiting').notNull().default(0), // events on the device, by its last report
    closedAt: timestamp('closed_at', { withTimezone: true }),
    /** How long after the start the candidate waited for a start code; part of the extra seconds. */
    waitedSeconds: integer('waited_seconds').notNull().default(0),
    cutSeconds: integer('cut_seconds').notNull().default(0), // taken off when the office ended the exam early
    startedBy: text('started_by').$type<'server' | 'key' | 'code'>().notNull().default('server'),
    pausedAt: timestamp('paused_at', { withTimezone: true }), // null while its time runs
    reopenedAt: timestamp('reopened_at', { withTimezone: true }),
    wantedDevice: text('wanted_device'), // the device that asks to continue
    allowedDevice: text('allowed_device'), // the device that a proctor has allowed to continue
    heldEvents: integer('held_events').notNull().default(0), // waiting for a decision on their time
    heldDecision: text('held_decision').$type<'counted' | 'refused'>(), // a person's decision about them
    heldDecidedAt: timestamp('held_decided_at', { withTimezone: true }), // applies to those received until then
    scoreToldAt: timestamp('score_told_at', { withTimezone: true }), // first sight of a provisional score
    /** The settings as they were when the sitting ended, so that a later recalculation judges alike. */
    transitSeconds: integer('transit_seconds'),
    lateMinutes: integer('late_minutes'),
    lateLookedAt: timestamp('late_looked_at', { withTimezone: true }), // late work received until then was reviewed
    receipt: jsonb('receipt').$type<Receipt>(),
    /**
     * The cell it was sat on (decision 87), and when that cell last reported it: this site has neither paper nor log.
     */
    cell: text('cell'),
    cellSaidAt: timestamp('cell_said_at', { withTimezone: true }),
    /** What `project` says about the log, for lists; `answered` is null until an older sitting is counted. */
    answered: integer('answered').default(0), // questions with an answer
    pages: text('pages').array(), // hashes in the candidate's order; null when no device named any
    pagesSince: timestamp('pages_since', { withTimezone: true }), // when the counting pages or their bytes last changed
  },
  (table) => [
    index('sittings_open').on(table.state, table.deadlineAt),
    index('sittings_by_exam').on(table.examId, table.id),
    index('sittings_by_user').on(table.uid, table.startedAt),
    index('sittings_held').on(table.deadlineAt, table.id).where(sql`${table.heldEvents} > 0`),
  ],
);

/** Which device got which turn. */
export const sittingDevices = pgTable(
  'sitting_devices',
  {
    sittingId: text('sitting_id')
      .notNull()
      .references(() => sittings.id),
    epoch: integer('epoch').notNull(),
    deviceId: text('device_id').notNull(),
    openedAt: timestamp('opened_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.sittingId, table.epoch] })],
);

/** What a device sent beside its events, as evidence of when they were done (decision 24). */
export const deviceEvidence = pgTable(
  'device_evidence',
  {
    sittingId: text('sitting_id').notNull(),
    deviceId: text('device_id').notNull(),
    /** The most comprehensive digest: of the events above `logAfter` up to `logSeq`, received at `logAt`, ms. */
    logAfter: integer('log_after'),
    logSeq: integer('log_seq'),
    logDigest: text('log_digest'),
    logAt: bigint('log_at', { mode: 'number' }),
    words: jsonb('words').$type<CheckedBeacon[]>().notNull().default([]), // beacons with a valid signature
  },
  (table) => [primaryKey({ columns: [table.sittingId, table.deviceId] })],
);

/** A device's last report about itself. `waiting` and `pages` are still on the device. */
export const deviceReports = pgTable(
  'device_reports',
  {
    sittingId: text('sitting_id').notNull(),
    deviceId: text('device_id').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull(),
    waiting: integer('waiting').notNull(), // events
    pages: integer('pages').notNull(), // document pages
    freeMb: integer('free_mb'),
    battery: integer('battery'), // percent
    appVersion: text('app_version').notNull(),
    network: text('network'),
  },
  (table) => [primaryKey({ columns: [table.sittingId, table.deviceId] })],
);

/** Proctors' acts, each stored once, however often the phone sends it. */
export const proctorActs = pgTable(
  'proctor_acts',
  {
    id: text('id').primaryKey(), // made on the proctor's phone
    uid: text('uid').notNull(),
    examId: text('exam_id').notNull(),
    sittingId: text('sitting_id'),
    kind: text('kind').notNull(),
    body: jsonb('body').$type<Record<string, unknown>>().notNull(),
    deviceId: text('device_id').notNull(),
    doneAt: timestamp('done_at', { withTimezone: true }).notNull(), // by the server's clock as that phone knows it
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
    outcome: text('outcome').notNull(),
  },
  (table) => [index('proctor_acts_by_exam').on(table.examId, table.doneAt)],
);

/**
 * The log: append-only, a row for the events that arrived together (decision 98); the view `sitting_events` shows each
 * event. No foreign key, because the one statement that writes it has checked the sitting.
 */
export const sittingArrivals = pgTable(
  'sitting_arrivals',
  {
    sittingId: text('sitting_id').notNull(),
    deviceId: text('device_id').notNull(),
    seq: integer('seq').notNull(), // of the first of its events
    epoch: integer('epoch').notNull(),
    receivedAt: bigint('received_at', { mode: 'number' }).notNull(), // ms since 1970, server
    events: json('events').notNull(), // as `arrivalOf` in append-events.ts writes them
  },
  (table) => [
    primaryKey({ columns: [table.sittingId, table.deviceId, table.seq, table.receivedAt] }),
  ],
);

/** The same seq sent again with other content: kept separately for the proctor (rule 9). */
export const eventConflicts = pgTable(
  'event_conflicts',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    sittingId: text('sitting_id').notNull(),
    deviceId: text('device_id').notNull(),
    seq: integer('seq').notNull(),
    contentHash: text('content_hash').notNull(),
    body: jsonb('body').$type<SittingEvent & { epoch: number }>().notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('event_conflicts_once').on(
      table.sittingId,
      table.deviceId,
      table.seq,
      table.contentHash,
    ),
  ],
);

/** Every submission as it came; normally one per sitting. */
export const submissions = pgTable(
  'submissions',
  {
    sittingId: text('sitting_id').notNull(),
    deviceId: text('device_id').notNull(), // empty when no device protocol was used
    seq: integer('seq').notNull(),
    epoch: integer('epoch').notNull(),
    digest: text('digest').notNull(),
    answers: jsonb('answers').$type<{ qid: string; answer: string }[]>().notNull(),
    refused: jsonb('refused').$type<string[]>().notNull(),
    auto: boolean('auto').notNull(),
    at: bigint('at', { mode: 'number' }).notNull(),
    elapsed: bigint('elapsed', { mode: 'number' }).notNull(),
    receivedAt: bigint('received_at', { mode: 'number' }).notNull(),
    beacon: jsonb('beacon').$type<{ serverTime: string; signature: string }>(),
    final: boolean('final').notNull().default(true), // false: it ended nothing [AT14]
    way: text('way').$type<'network' | 'handover' | 'sms'>().notNull().default('network'),
  },
  (table) => [primaryKey({ columns: [table.sittingId, table.deviceId, table.seq] })],
);

/** Every receipt ever given, by its short code, so that replaced and void ones can be checked, too. */
export const receipts = pgTable('receipts', {
  code: text('code').primaryKey(), // without dashes
  sittingId: text('sitting_id').notNull(),
  receipt: jsonb('receipt').$type<Receipt>().notNull(),
});

/** SQL for the hundredths of the section at `place`; unnesting the array would take four times as long. */
const marksAt = (place: number) => `coalesce((sections -> ${place} ->> 'hundredths')::bigint, 0)`;

/**
 * `at`: milliseconds since 1970. `before`: the total before, in hundredths, less today's marks for documents, which
 * readers add again. `documents`: the marks for documents were changed, not a key.
 */
export type Corrected = { at: number; before: number; documents?: true };

export const results = pgTable(
  'results',
  {
    sittingId: text('sitting_id').primaryKey(),
    sections: jsonb('sections').$type<ScoredSection[]>().notNull(),
    documents: integer('documents'), // hundredths, by hand; null until marked
    documentsBy: text('documents_by'), // who marked them
    documentsAt: timestamp('documents_at', { withTimezone: true }),
    documentsReason: text('documents_reason').notNull().default(''), // what the marker wrote
    /**
     * Hundredths, as screens add them up; null if there is nothing to add. The database computes the sum itself, so it
     * can't disagree with any score, mark or rescore that is written (decision 58).
     */
    total: bigint('total', { mode: 'number' }).generatedAlwaysAs(
      sql.raw(`case when jsonb_array_length(sections) > 0 or documents is not null
        then coalesce(documents, 0) + ${Array.from({ length: SECTION_ROWS }, (_, place) => marksAt(place)).join(' + ')} end`),
    ),
    provisional: boolean('provisional').notNull(), // closed by the server without a submission
    lateWork: jsonb('late_work').$type<Silence>(), // the score rests on measured late work nobody has looked at
    computedAt: timestamp('computed_at', { withTimezone: true }).notNull(),
    corrected: jsonb('corrected').$type<Corrected>(), // the latest correction that changed it
  },
  (table) => [
    index('results_late').on(table.sittingId).where(sql`${table.lateWork} is not null`),
    index('results_by_sitting').on(table.sittingId, table.total), // a list sorted by total reads nothing else
  ],
);

/**
 * Sittings whose candidate was told by text message that the result is out, so that nobody is told twice: the message
 * itself is deleted after thirty days.
 */
export const resultTexts = pgTable('result_texts', {
  sittingId: text('sitting_id').primaryKey(),
  toldAt: timestamp('told_at', { withTimezone: true }).notNull(),
});

/**
 * A question's corrected key on its way to the sittings that used it: first the scores are worked out, then a person
 * confirms the list, then it is applied and checked once more.
 */
export const rescores = pgTable(
  'rescores',
  {
    id: text('id').primaryKey(),
    questionId: text('question_id').notNull(),
    keyRevisionId: integer('key_revision_id')
      .notNull()
      .references(() => questionRevisions.id),
    state: text('state').$type<RescoreState>().notNull(),
    /** Grows with each change of state: a confirmation names the version that was seen. */
    version: integer('version').notNull().default(1),
    askedBy: text('asked_by').notNull(),
    askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
    papers: integer('papers').notNull(), // that held the question when the rescore was requested
    scannedUpTo: text('scanned_up_to').notNull().default(''), // the last sitting looked at
    checked: integer('checked').notNull().default(0), // ended sittings with the question, so far
    leftOut: integer('left_out').notNull().default(0), // those whose options the key can't be carried over to
    revisionsMet: jsonb('revisions_met').$type<number[]>().notNull().default([]),
    /** Set by the first confirmation: from then on the corrected key scores the question. */
    appliedBy: text('applied_by'),
    appliedAt: timestamp('applied_at', { withTimezone: true }),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
  },
  (table) => [
    index('rescores_by_question').on(table.questionId, table.askedAt.desc().nullsFirst()),
    uniqueIndex('rescores_one_open').on(table.questionId).where(sql`${table.state} <> 'done'`),
    index('rescores_due').on(table.state).where(sql`${table.state} in ('checking', 'applying')`),
  ],
);

/** A score that a corrected key changes, shown before it is applied. */
export const rescoreChanges = pgTable(
  'rescore_changes',
  {
    rescoreId: text('rescore_id')
      .notNull()
      .references(() => rescores.id, { onDelete: 'cascade' }),
    sittingId: text('sitting_id').notNull(),
    before: jsonb('before').$type<ScoredSection[]>().notNull(),
    after: jsonb('after').$type<ScoredSection[]>().notNull(),
    appliedAt: timestamp('applied_at', { withTimezone: true }), // null while it waits
  },
  (table) => [primaryKey({ columns: [table.rescoreId, table.sittingId] })],
);

/** A document page that the server holds. */
export const sittingDocuments = pgTable(
  'sitting_documents',
  {
    sittingId: text('sitting_id').notNull(),
    sha256: text('sha256').notNull(), // of the bytes as the candidate sent them
    fileId: text('file_id')
      .notNull()
      .references(() => files.id),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.sittingId, table.sha256] })],
);

/** A piece of a large page that is still arriving; removed once the page is complete. */
export const documentParts = pgTable(
  'document_parts',
  {
    sittingId: text('sitting_id').notNull(),
    sha256: text('sha256').notNull(), // of the whole page
    start: integer('start').notNull(), // first byte of this piece
    bytes: integer('bytes').notNull(),
    fileId: text('file_id').notNull(), // the piece in the file store
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.sittingId, table.sha256, table.start] })],
);
