// A corrected key and what it changes: shown first, applied when confirmed (decision 19).
import * as z from 'zod/mini';
import { scoreListSchema } from '../wire/results.ts';
import { idSchema, marksSchema, optionNameSchema, versionSchema } from '../wire/values.ts';

/**
 * `checking`: the scores are being worked out; `ready`: the list waits for a person; `applying`: it is being written;
 * then `checking` again, for sittings that changed meanwhile; `done`: nothing is left.
 */
export const rescoreStates = ['checking', 'ready', 'applying', 'done'] as const;
export type RescoreState = (typeof rescoreStates)[number];

const keySchema = z.object({
  CorrectAnswer: optionNameSchema,
  AlsoCorrect: z.optional(z.array(optionNameSchema)),
  Weightage: marksSchema,
  Negative: marksSchema,
});

/** GET and POST questions/{id}/rescore. */
export const rescoreSchema = z.object({
  /** Sent back to confirm. */
  version: z.int(),
  state: z.enum(rescoreStates),
  /** Confirmed at least once: everything scored from now on uses the corrected key. */
  corrected: z.boolean(),
  question: z.string(),
  /** What the candidates of these sittings saw, and its key before and after; null: the key can't be carried over. */
  versions: z.array(
    z.object({
      revision: z.int(),
      text: z.string(),
      options: z.array(z.string()),
      sameText: z.boolean(),
      before: keySchema,
      after: z.nullable(keySchema),
    }),
  ),
  /** Papers that held the question at the request, and ended sittings checked so far. */
  papers: z.int(),
  checked: z.int(),
  /** Sittings that stay as they are, because the key can't be carried over to what they saw. */
  leftOut: z.int(),
  /** Scores still to change, and those changed. */
  changes: z.int(),
  applied: z.int(),
  /** Whether each candidate whose score changes gets a text message. */
  texts: z.optional(z.boolean()),
});
export type Rescore = z.infer<typeof rescoreSchema>;

/** GET questions/{id}/rescore/changes. */
export const rescoreChangeSchema = z.object({
  sittingId: idSchema,
  uid: z.string(),
  fullName: z.string(),
  examName: z.string(),
  before: scoreListSchema,
  after: scoreListSchema,
  applied: z.boolean(),
});
export const rescoreChangeListSchema = z.array(rescoreChangeSchema);
export type RescoreChange = z.infer<typeof rescoreChangeSchema>;

/** POST questions/{id}/rescore/apply: what was seen, so that nothing else is applied. */
export const applyRescoreSchema = z.object({ version: versionSchema, changes: versionSchema });
