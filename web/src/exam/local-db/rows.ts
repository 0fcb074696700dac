// The rows stored on the phone, and the schemas that check them on reading: a row from another version of the app or
// from a damaged disk is never taken for an answer. Instants are milliseconds by the server's clock.
import * as z from 'zod/mini';
import { examStarts } from '#contract/wire/exams.ts';
import { scoreListSchema } from '#contract/wire/results.ts';
import {
  heardBeaconSchema,
  paperQuestionSchema,
  receiptSchema,
  sittingEventSchema,
  sittingStates,
} from '#contract/wire/sync.ts';
import { examFormats } from '#contract/wire/values.ts';

const submissionSchema = z.object({
  seq: z.int(),
  /** The timer submitted, not the candidate. */
  auto: z.boolean(),
  /**
   * The candidate submitted, or the time came from the server or has been compared with it since [AT9]. Only then is
   * the submission sent.
   */
  confirmed: z.boolean(),
  at: z.int(),
  elapsed: z.int(),
});

/** Small, because every act writes it; the paper is a row of its own. */
export const sittingRowSchema = z.object({
  sittingId: z.string(),
  uid: z.string(),
  examId: z.string(),
  startedAt: z.number(),
  deadline: z.number(),
  /** When a proctor paused the sitting; null while its time runs [AT20]. */
  pausedAt: z._default(z.nullable(z.number()), null),
  deviceId: z.string(),
  /** The epoch of this device, and the newest epoch that the server has told (rule 10). */
  epoch: z.int(),
  writerEpoch: z.int(),
  nextSeq: z.int(),
  acked: z.int(),
  serverState: z.enum(sittingStates),
  /** The server's time of the newest beacon; `deadline` and `serverState` come from it. */
  heardAt: z.number(),
  /**
   * The beacons around the events that wait here; and the event (seq) from which on the measure is unsure until the
   * next beacon, null when it is sure.
   */
  words: z._default(z.array(heardBeaconSchema), []),
  unsureFrom: z._default(z.nullable(z.int()), null),
  /** Seals what is handed over without a network; null when an earlier version of the app opened the sitting. */
  deviceKey: z._default(z.nullable(z.string()), null),
  /** The key that checks codes for extra time, and the deadline that the codes taken here reach; null without them. */
  extraKey: z._default(z.nullable(z.string()), null),
  grantedUntil: z._default(z.nullable(z.number()), null),
  /**
   * When a code was last taken while this phone knew of no pause: it may stand in place of a pause that this phone
   * hadn't heard of.
   */
  grantedAt: z._default(z.nullable(z.number()), null),
  /** The deadline as the server last told it; null when an earlier version of the app heard it. */
  toldDeadline: z._default(z.nullable(z.number()), null),
  /** The office took away the rest of the time: the exam is over sooner than this phone had been told. */
  endedEarly: z._default(z.boolean(), false),
  /**
   * Milliseconds of a pause that was ended here on the proctor's word; part of `deadline` until the server says how
   * long the pause was.
   */
  wentOn: z._default(z.number(), 0),
  codesTaken: z._default(z.array(z.int()), []),
  /** Large letters from the start, as agreed beforehand. */
  largerText: z._default(z.boolean(), false),
  /** How many acts of earlier epochs the server has told of [AT13]. */
  others: z._default(z.int(), 0),
  /** The submission made on this phone; the name is as earlier versions of the app stored it. */
  handIn: z.nullable(submissionSchema),
  receipt: z.nullable(receiptSchema),
  score: z.nullable(scoreListSchema),
  /** Index of the question on screen. */
  position: z.int(),
  /** SHA-256 of the document pages, in order. */
  documents: z.array(z.string()),
});
export type SittingRow = z.infer<typeof sittingRowSchema>;

export const paperRowSchema = z.object({
  sittingId: z.string(),
  examName: z.string(),
  format: z.enum(examFormats),
  /** What to write on paper (markup); empty when no documents are taken. */
  task: z.string(),
  questions: z.array(paperQuestionSchema),
});
export type PaperRow = z.infer<typeof paperRowSchema>;

export const answerRowSchema = z.object({
  sittingId: z.string(),
  qid: z.string(),
  /** The name of an option; empty when cleared, null when the question was never answered or cleared. */
  answer: z.nullable(z.string()),
  marked: z.boolean(),
  visited: z.boolean(),
  /** The answer came from another phone after this one had taken over [AT13]. */
  elsewhere: z.optional(z.boolean()),
});
export type AnswerRow = z.infer<typeof answerRowSchema>;

export const outboxRowSchema = z.extend(sittingEventSchema, {
  sittingId: z.string(),
  /** The epoch in which it was done [AT4]. */
  epoch: z.int(),
});
export type OutboxRow = z.infer<typeof outboxRowSchema>;

export const pageRowSchema = z.object({
  sittingId: z.string(),
  sha256: z.string(),
  type: z.string(),
  bytes: z.instanceof(ArrayBuffer),
  /** Bytes that the server holds. */
  sent: z.int(),
  /** Why the server will never take the page, for a person; null otherwise. */
  refusal: z.nullable(z.string()),
  /**
   * 1 while bytes are to be sent, 2 when the server refused the page, 0 when it has the whole page. A number, so that
   * it can be indexed.
   */
  pending: z.union([z.literal(0), z.literal(1), z.literal(2)]),
});
export type PageRow = z.infer<typeof pageRowSchema>;

/** The server's clock as last known: a reading of it, of the steady clock and of the phone's date, at one moment. */
export const clockMarkSchema = z.object({
  server: z.number(),
  steady: z.number(),
  wall: z.number(),
});

/** What the countdown needs of an exam when there is no network. */
export const examFactSchema = z.object({
  active: z.boolean(),
  startDate: z.number(),
  /** What the waiting room shows; an earlier version of the app didn't store it. */
  shown: z.optional(
    z.object({
      name: z.string(),
      duration: z.int(),
      format: z.enum(examFormats),
      start: z._default(z.enum(examStarts), 'own'),
    }),
  ),
});

/** A complete sealed paper, with all that this device needs to begin without a network [AT16]. */
export const heldPaperSchema = z.object({
  sittingId: z.string(),
  hash: z.string(),
  keyId: z.string(),
  sealed: z.instanceof(ArrayBuffer),
  /** The beacon that came with the paper. */
  serverTime: z.string(),
  signature: z.string(),
  start: z.enum(examStarts),
  startsAt: z.number(),
  durationMinutes: z.int(),
  extraSeconds: z.int(),
  extraPercent: z.optional(z.int()),
  largerText: z.boolean(),
  /**
   * The device id under which the paper was fetched; absent when an app before protocol 4 fetched it, which had only
   * one id.
   */
  deviceId: z.optional(z.string()),
  epoch: z.int(),
  deviceKey: z.string(),
  extraKey: z.optional(z.string()),
  codes: z.object({ salt: z.string(), rounds: z.int(), wraps: z.array(z.string()) }),
});
export type HeldPaper = z.infer<typeof heldPaperSchema>;

/** A sealed paper on its way: the bytes that have come so far, from the first on. */
export const comingPaperSchema = z.object({
  hash: z.string(),
  bytes: z.int(),
  here: z.instanceof(ArrayBuffer),
});
export type ComingPaper = z.infer<typeof comingPaperSchema>;

export type FactRow = { key: string; value: unknown };
