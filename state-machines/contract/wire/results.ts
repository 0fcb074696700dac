// Scores on the wire: a list of single-key objects, TotalScore first (specification, Exam result).
import * as z from 'zod/mini';
import { idSchema, instantSchema, marksSchema } from './values.ts';

export const TOTAL = 'TotalScore';
/** The hand-marked section of DOC Upload and MIX exams; with TotalScore the names a Type can't have. */
export const DOCUMENTS = 'Documents';

export const scoreListSchema = z.array(z.record(z.string(), marksSchema));
export type ScoreList = z.infer<typeof scoreListSchema>;

/**
 * The score rests on work that came after the end and that nobody has looked at yet: for how many minutes before and
 * after the end nothing was heard of the phone.
 */
export const lateWorkSchema = z.object({ before: z.int(), after: z.int() });
export type LateWork = z.infer<typeof lateWorkSchema>;

export const resultsReplySchema = z.array(
  z.object({ examID: idSchema, score: scoreListSchema, lateWork: z.optional(lateWorkSchema) }),
);
export type ResultsReply = z.infer<typeof resultsReplySchema>;

/** A candidate's own sitting as they look back on it: what, when, and the proof of having submitted. */
export const ownSittingSchema = z.object({
  examID: idSchema,
  examName: z.string(),
  startedAt: instantSchema,
  /** Null while it is open; what was handed over came when it was taken in, as its receipt says. */
  closedAt: z.nullable(instantSchema),
  /** The code of the receipt; null when nothing was submitted. */
  receipt: z.nullable(z.string()),
  /** What all questions of the paper are worth together, without documents. */
  outOf: marksSchema,
  /** Whether document pages were received, which are marked by hand. */
  pages: z.optional(z.boolean()),
});
export const ownSittingsSchema = z.array(ownSittingSchema);
export type OwnSitting = z.infer<typeof ownSittingSchema>;
