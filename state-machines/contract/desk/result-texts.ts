// The text message that tells candidates that their result is out (decision 105).
import * as z from 'zod/mini';

/** GET exams/{id}/result-texts: candidates who have sat the exam, each counted once. */
export const resultTextsSchema = z.object({
  /** Why the messages can't be sent; null if they can. */
  refused: z.nullable(z.string()),
  /** Candidates who would get the message now. */
  toTell: z.int(),
  /** Candidates who were told, and are not told again. */
  told: z.int(),
  /** Candidates who have no result to see yet. */
  notYet: z.int(),
  /** Candidates who can't sign in to see their result. */
  blocked: z.int(),
  /** Candidates without a mobile number. */
  unreachable: z.int(),
});
export type ResultTexts = z.infer<typeof resultTextsSchema>;
