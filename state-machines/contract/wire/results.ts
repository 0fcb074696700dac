// Scores on the wire: a list of single-key objects, TotalScore first.
import * as z from 'zod/mini';
import { idSchema, instantSchema, marksSchema } from './values.ts';

export const TOTAL = 'TotalScore';
/** The hand-marked section of DOC Upload and MIX exams. A Type can have neither this name nor TotalScore. */
export const DOCUMENTS = 'Documents';

export const scoreListSchema = z.array(z.record(z.string(), marksSchema));
export type ScoreList = z.infer<typeof scoreListSchema>;

/** The score rests on unreviewed work that came after the end: the minutes of silence before and after the end. */
export const lateWorkSchema = z.object({ before: z.int(), after: z.int() });
export type LateWork = z.infer<typeof lateWorkSchema>;

export const resultsReplySchema = z.array(
  z.object({ examID: idSchema, score: scoreListSchema, lateWork: z.optional(lateWorkSchema) }),
);
export type ResultsReply = z.infer<typeof resultsReplySchema>;

/** A candidate's own past sitting: what, when, and the proof of having submitted. */
export const ownSittingSchema = z.object({
  examID: idSchema,
  examName: z.string(),
  startedAt: instantSchema,
  /** Null while it is open. A hand-over counts from when it was taken in, as its receipt says. */
  closedAt: z.nullable(instantSchema),
  /** The code of the receipt; null when nothing was submitted. */
  receipt: z.nullable(z.string()),
  /** The most marks that the questions of the paper can give, without documents. */
  outOf: marksSchema,
  /** Whether document pages, which are marked by hand, have arrived. */
  pages: z.optional(z.boolean()),
});
export const ownSittingsSchema = z.array(ownSittingSchema);
export type OwnSitting = z.infer<typeof ownSittingSchema>;
