// The wire between a device and the server during a sitting (rules 8–11, 14).
import * as z from 'zod/mini';
import { MOST_QUESTIONS } from './exams.ts';
import { spokenProtocols } from './protocol-version.ts';
import { scoreListSchema } from './results.ts';
import { bounded, examFormats, idSchema, instantSchema, millisecondsSchema } from './values.ts';

export const eventTypes = [
  'started', // the paper was opened on this device
  'answered', // qid, answer: an option name
  'cleared', // qid
  'marked', // qid: marked for review
  'unmarked', // qid
  'documents', // answer: the SHA-256 of each page, hex, in order, joined by commas; empty for none
  'submitted', // the candidate or the timer submitted
  'reopened', // takes back a timer's submission that was made on a wrong clock, before it was sent
] as const;
export type EventType = (typeof eventTypes)[number];

/** Proves the `deviceId` beside it (seals/phone-name.ts) [AT22]; apps before protocol 4 have none. */
export const proofSchema = z.optional(bounded(40));

/** Far above any real log; keeps numbers inside the database's integers. */
const countSchema = z.int().check(z.positive(), z.maximum(1_000_000));

/**
 * The most events per device and sitting. Reaching it takes nearly three hours of tapping twice a second without a
 * rest, which nobody who answers an exam does.
 */
export const MOST_EVENTS = 20_000;

/** One thing the candidate did. `seq` counts from 1 per device and sitting, without gaps. */
export const sittingEventSchema = z.object({
  seq: countSchema,
  type: z.enum(eventTypes),
  qid: z.optional(z.string().check(z.maxLength(64))),
  answer: z.optional(z.string().check(z.maxLength(8_000))),
  /** The phone's own clock, ms since 1970: a hint for people, never a reason for a decision. */
  at: z.int(),
  /** Milliseconds since the sitting's start, by the server's clock as the device measured it. */
  elapsed: millisecondsSchema,
});
export type SittingEvent = z.infer<typeof sittingEventSchema>;

/** A thousand events are some 150 KB; above that a device sends several pushes. */
const LONGEST_BATCH = 1_000;
const eventsSchema = z.array(sittingEventSchema).check(z.maxLength(LONGEST_BATCH));

/**
 * A beacon that this device heard, as evidence of when the device did what (decision 24). `elapsed`: what the device
 * believed at that moment, before the beacon corrected it. `seq`: the device's last event at that moment.
 */
export const heardBeaconSchema = z.object({
  serverTime: instantSchema,
  signature: z.string().check(z.maxLength(64)),
  elapsed: millisecondsSchema,
  seq: z.int().check(z.nonnegative(), z.maximum(1_000_000)),
  /** From this event up to the beacon, the device measured after a restart without a beacon. */
  unsureFrom: z.optional(countSchema),
});
export type HeardBeacon = z.infer<typeof heardBeaconSchema>;

/** Enough for the beacons around the waiting events; more would add nothing. */
export const MOST_BEACONS = 8;
const heardBeaconsSchema = z.optional(z.array(heardBeaconSchema).check(z.maxLength(MOST_BEACONS)));

export const pushRequestSchema = z.object({
  protocol: z.literal(spokenProtocols),
  sittingId: idSchema,
  deviceId: idSchema,
  proof: proofSchema,
  /** The device's turn at this sitting, handed out by the server (rule 10). */
  epoch: countSchema,
  events: eventsSchema,
  /** How many events stay on the device after this push; shown to the proctor. */
  waiting: z.optional(z.int().check(z.nonnegative(), z.maximum(1_000_000))),
  /** Fixes the waiting events: SHA-256, hex, of logDigestText over all events above `after`, up to `seq`. */
  log: z.optional(
    z.object({
      after: z.int().check(z.nonnegative(), z.maximum(1_000_000)),
      seq: countSchema,
      digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    }),
  ),
  /** The beacons that the device heard; sent after the deadline. */
  words: heardBeaconsSchema,
  /** From a device with a later turn: how many acts of earlier turns it knows [AT13]. */
  others: z.optional(z.int().check(z.nonnegative(), z.maximum(1_000_000))),
});
export type PushRequest = z.infer<typeof pushRequestSchema>;

export const sittingStates = ['open', 'submitted', 'closed'] as const;
export type SittingState = (typeof sittingStates)[number];

/** A beacon: the server's time, signed so that it can serve as evidence later (rule 14). */
export const beaconSchema = z.object({ serverTime: instantSchema, signature: z.string() });
export type Beacon = z.infer<typeof beaconSchema>;

/** The server's signed confirmation that it holds a whole submission (rule 11). */
export const receiptSchema = z.object({
  code: z.string(), // twelve characters in three groups, for people
  sittingId: idSchema,
  seq: z.int(),
  digest: z.string(),
  receivedAt: instantSchema,
  signature: z.string(),
  /**
   * SHA-256, hex, of the log up to seq; empty if only the answers came. Older receipts have neither this nor `text`.
   */
  log: z.optional(z.string()),
  /** The long form: everything a check needs except the public key (seals/receipt.ts). */
  text: z.optional(z.string()),
});
export type Receipt = z.infer<typeof receiptSchema>;

const standing = {
  /** The highest contiguous seq the server holds for this device (rule 8). */
  acked: z.int().check(z.nonnegative()),
  serverTime: instantSchema,
  signature: z.string(), // of sittingId and serverTime: with it, a Beacon of this sitting
  deadline: instantSchema,
  /** While a proctor has stopped the clock: the remaining time stays as it was then. */
  pausedAt: z.optional(instantSchema),
  state: z.enum(sittingStates),
  /** The epoch of the device that writes now: greater than the sender's if another took over. */
  epoch: z.int(),
};

export const pushReplySchema = z.object({
  ...standing,
  /**
   * If earlier turns have acts that the device doesn't know: what counts where the device's own turn says nothing
   * [AT13].
   */
  others: z.optional(
    z.object({
      count: z.int(),
      answers: z.array(z.object({ qid: idSchema, answer: z.string() })),
      /** Null if the device's own turn has named the pages. */
      documents: z.nullable(z.array(z.string())),
    }),
  ),
});
export type PushReply = z.infer<typeof pushReplySchema>;

export const paperQuestionSchema = z.object({
  qid: idSchema,
  section: z.string(),
  text: z.string(),
  options: z.array(z.string()).check(z.length(4)),
});
export type PaperQuestion = z.infer<typeof paperQuestionSchema>;

export const openRequestSchema = z.object({
  protocol: z.literal(spokenProtocols),
  deviceId: idSchema,
  proof: proofSchema,
  /** True when the candidate agreed to move the sitting here from another device. */
  takeOver: z.optional(z.boolean()),
  /** The hash of the sealed paper on this device: the reply then brings its key, and no questions. */
  paper: z.optional(z.string().check(z.maxLength(64))),
});
export type OpenRequest = z.infer<typeof openRequestSchema>;

/** Everything a device needs to continue without a network. No correct answer, ever (rule 20). */
export const openReplySchema = z.object({
  ...standing,
  sittingId: idSchema,
  examId: idSchema,
  examName: z.string(),
  /** The task on paper, as the exam's description states it (markup); empty where no documents are taken. */
  task: z.string(),
  format: z.enum(examFormats),
  startedAt: instantSchema,
  questions: z.array(paperQuestionSchema),
  /** What counts so far, for a device that takes over: option names, and which are marked for review. */
  answers: z.array(z.object({ qid: idSchema, answer: z.string() })),
  marked: z.array(idSchema),
  documents: z.array(z.string()),
  receipt: z.nullable(receiptSchema),
  /** Agreed in advance: the paper opens in large letters. */
  largerText: z.optional(z.boolean()),
  /** 32 bytes, base64url, for this device and sitting: seals its hand-overs (rule 21). */
  deviceKey: z.optional(z.string().check(z.maxLength(64))),
  /** 16 bytes, base64url: verifies extra-time codes that a proctor reads out (decision 43). */
  extraKey: z.optional(z.string().check(z.maxLength(64))),
  /** Opens the sealed paper that the request named; `questions` is then empty. 32 bytes, base64url. */
  paperKey: z.optional(z.string().check(z.maxLength(64))),
});
export type OpenReply = z.infer<typeof openReplySchema>;

export const answerItemSchema = z.object({
  qid: z.string().check(z.maxLength(64)),
  answer: z.nullish(z.string().check(z.maxLength(8_000))),
});
export type AnswerItem = z.infer<typeof answerItemSchema>;

/** What a device adds to a plain submission so that it stands alone (rule 11). */
export const deviceSubmissionSchema = z.object({
  protocol: z.literal(spokenProtocols),
  sittingId: idSchema,
  deviceId: idSchema,
  proof: proofSchema,
  epoch: countSchema,
  /** The seq of the `submitted` event: the last of the log. */
  seq: countSchema,
  /** SHA-256, hex, of digestText(answers, seq) in sitting/digest.ts. */
  digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  at: z.int(),
  elapsed: millisecondsSchema,
  /** True when the timer submitted, not the candidate. */
  auto: z.boolean(),
  /** The events the server has not acknowledged yet, including the `submitted` one. */
  events: eventsSchema,
  beacon: z.optional(beaconSchema),
  /** The beacons that the device heard; sent after the deadline. */
  words: heardBeaconsSchema,
});
export type DeviceSubmission = z.infer<typeof deviceSubmissionSchema>;

export const submitRequestSchema = z.object({
  uid: z.string(),
  examID: idSchema,
  answers: z.array(answerItemSchema).check(z.maxLength(MOST_QUESTIONS)),
  device: z.optional(deviceSubmissionSchema),
});
export type SubmitRequest = z.infer<typeof submitRequestSchema>;

export const submitReplySchema = z.object({
  score: scoreListSchema,
  /** False while the log has a gap before the submission: push what is above `acked`, then submit again. */
  received: z.boolean(),
  receipt: z.nullable(receiptSchema),
  /** Qids that are not in the candidate's paper; the rest of the submission counts. */
  refused: z.array(z.string()),
  /** Hashes of pages that the log names and the server doesn't hold yet. */
  missingDocuments: z.array(z.string()),
  ...standing,
});
export type SubmitReply = z.infer<typeof submitReplySchema>;

/** The largest piece of a page in one PUT: half a minute on a 2G connection. */
export const LONGEST_PIECE = 262_144;
/** The largest page a candidate may submit. */
export const LARGEST_PAGE = 10_000_000;
export const MOST_PAGES = 40;

/** PUT and GET exams/{id}/documents/{sha256}: how much of a page has arrived. */
export const documentReplySchema = z.object({
  /** The first byte the server lacks: where to continue. */
  start: z.int(),
  /** True once the page is here and its hash is checked. */
  whole: z.boolean(),
});
export type DocumentReply = z.infer<typeof documentReplySchema>;

/** POST exams/upload-docs: what the server now holds. */
export const uploadDocsReplySchema = z.object({ docs: z.array(z.string()) });
