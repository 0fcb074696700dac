// Questions on the wire. CorrectAnswer is the administrator's only (rule 20 of offline.md).
import * as z from 'zod/mini';
import { idSchema, optionNameSchema } from './values.ts';

export const questionSchema = z.object({
  _id: idSchema,
  Questions: z.string(),
  OptionOne: z.string(),
  OptionTwo: z.string(),
  OptionThree: z.string(),
  OptionFour: z.string(),
  CorrectAnswer: optionNameSchema,
  Weightage: z.number(),
  Negative: z.number(),
  Type: z.string(),
  /** Send it back with PUT to be told when someone else changed the question. */
  version: z.optional(z.int()),
});
export type Question = z.infer<typeof questionSchema>;

/** What a candidate gets of a question. */
export const candidateQuestionSchema = z.omit(questionSchema, {
  CorrectAnswer: true,
  Weightage: true,
  Negative: true,
  version: true,
});
export type CandidateQuestion = z.infer<typeof candidateQuestionSchema>;

const text = z.string().check(z.maxLength(32_767));
const marks = z.union([z.number(), z.string().check(z.maxLength(20))]);

/** The edited row of PUT questions/{id}. */
export const questionDraftSchema = z.object({
  Questions: text,
  OptionOne: text,
  OptionTwo: text,
  OptionThree: text,
  OptionFour: text,
  CorrectAnswer: optionNameSchema,
  Weightage: marks,
  Negative: marks,
  Type: text,
  version: z.optional(z.int()),
});
export type QuestionDraft = z.infer<typeof questionDraftSchema>;

/** The changed question, and how many sittings were scored by what it said before. */
export const questionChangedSchema = z.extend(questionSchema, { affectedSittings: z.int() });
export type QuestionChanged = z.infer<typeof questionChangedSchema>;

const rowNoteSchema = z.object({
  sheet: z.string(),
  row: z.int(),
  column: z.string(),
  message: z.string(),
});

export const importReportSchema = z.object({
  inserted: z.int(),
  duplicates: z.int(),
  errors: z.array(rowNoteSchema),
  warnings: z.array(rowNoteSchema),
  types: z.array(z.object({ type: z.string(), count: z.int() })),
});
export type ImportReport = z.infer<typeof importReportSchema>;
