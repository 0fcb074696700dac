// What counted of one sitting, question by question, for the office that is asked about a score.
import * as z from 'zod/mini';
import { lateShape } from '../wire/results.ts';
import { marksSchema, optionNameSchema } from '../wire/values.ts';

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
});
export type Answered = z.infer<typeof answeredSchema>;

/** GET sittings/{id}/answers, in the order of the paper. */
export const answerSheetSchema = z.object({
  /** Both as the candidate's own result says them. */
  ...lateShape,
  sections: z.array(
    z.object({ name: z.string(), marks: marksSchema, questions: z.array(answeredSchema) }),
  ),
});
export type AnswerSheet = z.infer<typeof answerSheetSchema>;
