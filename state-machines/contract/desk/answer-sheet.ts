// What counted in one sitting, question by question, for an office that is asked about a score.
import * as z from 'zod/mini';
import { lateShape } from '../wire/results.ts';
import { instantSchema, marksSchema, optionNameSchema } from '../wire/values.ts';

/** The most answers listed for one question: the last ones. */
export const MOST_ACTS = 10;

/** One answer that was received, whatever became of it. */
const receivedSchema = z.object({
  /** Null: cleared. */
  chosen: z.nullable(optionNameSchema),
  /** When it was given, as the phone measured it. */
  at: instantSchema,
  receivedAt: instantSchema,
  counts: z.boolean(),
});
export type Received = z.infer<typeof receivedSchema>;

const answeredSchema = z.object({
  text: z.string(),
  options: z.array(z.string()),
  /** Null: left blank. */
  chosen: z.nullable(optionNameSchema),
  /** By the key that is in force, as the candidate saw the options. */
  right: optionNameSchema,
  /** Further options that are accepted as right. */
  also: z.optional(z.array(optionNameSchema)),
  marks: marksSchema,
  /** In the order they were given; left out if nothing was received. */
  received: z.optional(z.array(receivedSchema)),
});
export type Answered = z.infer<typeof answeredSchema>;

/** GET sittings/{id}/answers, in the order of the paper. */
export const answerSheetSchema = z.object({
  /** As in the candidate's own result. */
  ...lateShape,
  sections: z.array(
    z.object({ name: z.string(), marks: marksSchema, questions: z.array(answeredSchema) }),
  ),
});
export type AnswerSheet = z.infer<typeof answerSheetSchema>;
