// The text message that tells candidates when their exam starts (decision 100).
import * as z from 'zod/mini';
import { bounded, instantSchema } from '../wire/values.ts';

/** GET exams/{id}/start-texts: whom the message would reach now, among candidates who have paid and not begun. */
export const startTextsSchema = z.object({
  /** Why the messages can't be sent; null if they can. */
  refused: z.nullable(z.string()),
  /** The exam's start. The request sends it back, so that nobody is told a start that was just changed. */
  startDate: instantSchema,
  /** Candidates who would get the message now. */
  toTell: z.int(),
  /** Candidates who were told this start today, and are not told again. */
  told: z.int(),
  /** Candidates without a mobile number. */
  unreachable: z.int(),
});
export type StartTexts = z.infer<typeof startTextsSchema>;

/** POST exams/{id}/start-texts. */
export const startTextsRequestSchema = z.object({ startDate: bounded(40) });
/** The reply to this request and to POST exams/{id}/result-texts. */
export const textsSentSchema = z.object({ queued: z.int() });
