// Sealed papers and what opens them (decision 38): fetched before the exam opens, unreadable until then.
import * as z from 'zod/mini';
import { examStarts } from './exams.ts';
import { beaconSchema, paperQuestionSchema, proofSchema } from './sync.ts';
import { bounded, examFormats, idSchema, instantSchema } from './values.ts';

/** 32 bytes, base64url. */
const keySchema = z.string().check(z.regex(/^[\w-]{43}$/));

/** GET exams/{id}/sealed-paper. */
export const sealedPaperSchema = z.object({
  /** The id of the sitting that the paper is for. */
  sittingRef: idSchema,
  /** SHA-256 of the sealed bytes, base64url. */
  hash: z.string(),
  /** Names the key that opens it. */
  keyId: z.string(),
  /** base64url. */
  sealed: z.string(),
});
export type SealedPaper = z.infer<typeof sealedPaperSchema>;

/** GET exams/{id}/key, from the start on. */
export const examKeySchema = z.object({ keyId: z.string(), key: keySchema });
export type ExamKey = z.infer<typeof examKeySchema>;

/** The content of a sealed paper. No correct answer, ever (rule 20). */
export const paperTextSchema = z.object({
  examName: z.string(),
  /** The task on paper, as the exam's description states it (markup); empty where no documents are taken. */
  task: z.string(),
  format: z.enum(examFormats),
  questions: z.array(paperQuestionSchema),
});
export type PaperText = z.infer<typeof paperTextSchema>;

/** @throws if `text` is not a paper */
export const parsePaperText = (text: string): PaperText =>
  z.parse(paperTextSchema, JSON.parse(text));

/** POST exams/{id}/readiness: the hash of the paper that this device has in full, if any. */
export const readinessRequestSchema = z.object({
  deviceId: idSchema,
  proof: proofSchema,
  hash: z.optional(bounded(64)),
});
export type ReadinessRequest = z.infer<typeof readinessRequestSchema>;

export const readinessReplySchema = z.object({
  ...beaconSchema.shape,
  sittingId: idSchema,
  /** The paper that this candidate would sit now, and its sealed size. */
  hash: z.string(),
  bytes: z.int(),
  keyId: z.string(),
  start: z.enum(examStarts),
  startsAt: instantSchema,
  durationMinutes: z.int(),
  /** Added to the duration for this candidate. */
  extraSeconds: z.int(),
  /** The agreed extra time, in percent of the duration; `extraSeconds` includes it. Older servers leave this out. */
  extraPercent: z.optional(z.int()),
  /** Agreed in advance: the paper opens in large letters. */
  largerText: z.optional(z.boolean()),
  /** For a device that has that paper: its turn, its key, and the paper's key wrapped by each start code. */
  ready: z.optional(
    z.object({
      epoch: z.int(),
      deviceKey: z.string(),
      /** Verifies extra-time codes (decision 43). */
      extraKey: z.optional(z.string()),
      codes: z.object({ salt: z.string(), rounds: z.int(), wraps: z.array(z.string()) }),
    }),
  ),
});
export type ReadinessReply = z.infer<typeof readinessReplySchema>;
