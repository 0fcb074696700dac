// The text message that tells candidates that their result is out (decision 105).
import * as z from 'zod/mini';

/** GET exams/{id}/result-texts: those who have sat the exam, each counted once. */
export const resultTextsSchema = z.object({
  /** What stands against sending; null where nothing does. */
  refused: z.nullable(z.string()),
  /** Would get it now. */
  toTell: z.int(),
  /** Were told, and are not told again. */
  told: z.int(),
  /** Have no result to see yet. */
  notYet: z.int(),
  /** Can't sign in to see it. */
  blocked: z.int(),
  /** Have no mobile number. */
  unreachable: z.int(),
});
export type ResultTexts = z.infer<typeof resultTextsSchema>;
