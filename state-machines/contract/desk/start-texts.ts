// The text message that tells candidates when their exam starts (decision 100).
import * as z from 'zod/mini';
import { bounded, instantSchema } from '../wire/values.ts';

/** GET exams/{id}/start-texts: whom it would reach now, of those who have paid and not begun. */
export const startTextsSchema = z.object({
  /** What stands against sending; null where nothing does. */
  refused: z.nullable(z.string()),
  /** Of the exam: sent back, so that nobody is told a time that was just changed. */
  startDate: instantSchema,
  /** Would get it now. */
  toTell: z.int(),
  /** Were told this start today, and are not told again. */
  told: z.int(),
  /** Have no mobile number. */
  unreachable: z.int(),
});
export type StartTexts = z.infer<typeof startTextsSchema>;

/** POST exams/{id}/start-texts. */
export const startTextsRequestSchema = z.object({ startDate: bounded(40) });
/** What this and POST exams/{id}/result-texts answer. */
export const textsSentSchema = z.object({ queued: z.int() });
